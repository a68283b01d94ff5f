"""The pages' selectors and services for programs, under `/api/`."""
