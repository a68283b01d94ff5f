"""Run the battles' background tasks. Each is one thin call to a service and may run twice without harm."""

from celery import shared_task

from battles.services import box


@shared_task
def print_boxes() -> None:
    """Make the prints that somebody waits for."""
    box.make_due()


@shared_task
def forget_prints() -> None:
    box.forget_old()
