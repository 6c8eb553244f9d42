"""The templates under templates/jocly: scripts as plain text, pages with everything escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2

from rulec.emit.jocly.text import js, js_comment, rule_comment
from rulec.resources import resource_dir


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(resource_dir("templates") / "jocly"),
        autoescape=lambda name: name is not None and name.endswith(".html.j2"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(js=js, comment=js_comment, rule=rule_comment)
    return environment


def render(template: str, **context: Any) -> str:
    """A template filled in."""
    return _environment().get_template(template).render(**context)
