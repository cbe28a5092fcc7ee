"""From planned IR to a C project."""

from cmlir.codegen.project import emit_project, save
from cmlir.codegen.report import FloatRecord, OpRecord, Report, make_report

__all__ = ["FloatRecord", "OpRecord", "Report", "emit_project", "make_report", "save"]
