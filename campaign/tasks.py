"""Background tasks. Each is one thin call to a service, and may run twice without harm."""

from celery import shared_task

from campaign.services import mail, notices, sweep, throttle


@shared_task
def sweep_campaign(campaign_id: int) -> None:
    """After an act: what do others learn of it?"""
    sweep.sweep(campaign_id)


@shared_task
def sweep_all() -> None:
    """By the clock, every few seconds: deadlines, and nudges that were lost."""
    sweep.sweep_all()


@shared_task
def send_mail() -> None:
    notices.post_due()
    mail.send_due()
    throttle.forget_old()
