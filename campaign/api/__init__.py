"""The same selectors and services as the pages, for programs: `/api/`."""
