"""A client for the API and a check of its problem responses."""

from typing import Any

from django.test import Client

from campaign.tests.builders import PASSWORD

JSON = "application/json"
PROBLEM = "application/problem+json"


class Program:
    """An API client with a user's token, or without one if no user is named."""

    def __init__(self, who: str = "", password: str = PASSWORD) -> None:
        self.client = Client(raise_request_exception=False)
        if who:
            body = {"username": who, "password": password}
            token = self.client.post("/api/token/", body, content_type=JSON).json()["token"]
            self.client = Client(headers={"Authorization": f"Bearer {token}"}, raise_request_exception=False)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/{path}", query)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/{path}", body, content_type=JSON)

    def patch(self, path: str, **body: Any) -> Any:
        return self.client.patch(f"/api/{path}", body, content_type=JSON)


def refusal(answer: Any, status: int, field: str = "") -> str:
    """Check a problem's status and field, and return its sentence."""
    said = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM), answer.content
    assert said["status"] == status
    if field:
        assert field in said["errors"], said
    return str(said["detail"])
