"""Authentication for programs: `Authorization: Bearer …`, besides the browser's session."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from campaign.models import User
from campaign.services.tokens import user_of_token


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, str] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        user = user_of_token(secret.strip())
        if user is None:
            raise AuthenticationFailed("This token isn't valid.")
        return user, secret

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'
