"""Read rows of another table together with a row, in the same query."""

from typing import Any

from django.db.models import JSONField, Subquery


class Together(Subquery):
    """A list of the values of a subquery's only column, which is JSON; none is an empty list or None.

    Placed.objects.filter(plan=OuterRef("pk")).values(whole=JSONObject(id="id", name="name"))
    """

    output_field = JSONField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = f"(SELECT json_group_array(json(t.{self._column})) FROM (%(subquery)s) t)"
        return self.as_sql(compiler, connection, template=template, **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = f"(SELECT jsonb_agg(t.{self._column}) FROM (%(subquery)s) t)"
        return self.as_sql(compiler, connection, template=template, **context)

    @property
    def _column(self) -> str:
        (name,) = self.query.annotation_select
        return str(name)
