"""Run background tasks. Each is one thin call to a service and may run twice without harm."""

from celery import shared_task

from campaign.services import emails, mail, notices, practice_campaigns, sweep, throttle


@shared_task
def sweep_campaign(campaign_id: int) -> None:
    """Work out after an act what others learn from it."""
    sweep.sweep_nudged(campaign_id)


@shared_task
def sweep_all() -> None:
    """Sweep every campaign every few seconds, for deadlines and lost nudges."""
    sweep.sweep_all()


@shared_task
def send_mail() -> None:
    notices.post_due()
    mail.send_due()


@shared_task
def forget_old() -> None:
    """Delete what is no longer needed. A task of its own, so that no email can keep it from running."""
    throttle.forget_old()
    emails.forget_old()
    practice_campaigns.forget_expired()
