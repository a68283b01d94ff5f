"""Bodies that only the API knows."""

from django import forms

from campaign.forms.accounts import AccountForm


class TokenForm(AccountForm):
    username = forms.CharField(max_length=40, label="Log-in name")
    password = forms.CharField(max_length=200, label="Password", strip=False)
    name = forms.CharField(max_length=60, label="What the token is for", required=False)
