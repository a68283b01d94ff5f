"""Forms for bodies that only the API takes."""

from django import forms

from campaign.forms.accounts import AccountForm


class TokenForm(AccountForm):
    username = forms.CharField(max_length=40, label="Username")
    password = forms.CharField(max_length=200, label="Password", strip=False)
    name = forms.CharField(max_length=60, label="What the token is for", required=False)
