"""Accounts."""

from django.urls import path

from campaign.views import accounts

app_name = "accounts"
urlpatterns = [
    path("sign-up/", accounts.sign_up, name="sign-up"),
    path("log-in/", accounts.log_in, name="log-in"),
    path("log-out/", accounts.log_out, name="log-out"),
    path("password/", accounts.change_password, name="password"),
    path("reset/", accounts.ask_reset, name="ask-reset"),
    path("reset/asked/", accounts.reset_asked, name="reset-asked"),
    path("reset/<str:account>/<str:token>/", accounts.reset, name="reset"),
    path("confirm/", accounts.confirm_again, name="confirm-again"),
    path("confirm/<str:account>/<str:token>/", accounts.confirm, name="confirm"),
    path("profile/", accounts.profile, name="profile"),
    path("delete/", accounts.delete, name="delete"),
]
