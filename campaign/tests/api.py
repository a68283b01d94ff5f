"""Programs that ask the API, and what they are answered."""

from typing import Any

from django.test import Client

from campaign.tests.builders import PASSWORD

JSON = "application/json"
PROBLEM = "application/problem+json"


class Program:
    """A program of somebody's, with a token; without a name, one that has not logged in."""

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
    """The sentence of a problem, which has this status and names this field."""
    said = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM), answer.content
    assert said["status"] == status
    if field:
        assert field in said["errors"], said
    return str(said["detail"])
