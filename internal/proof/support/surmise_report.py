"""Plugin for pytest: one JSON object a line on the standard output that was
there before pytest, and everything else that is printed on standard error."""

import json
import os
import unittest

import pytest

_out = None
if "PYTEST_XDIST_WORKER" not in os.environ:
    _out = os.dup(1)
    os.dup2(2, 1)


def _say(**line):
    if _out is not None:
        data = (json.dumps(line) + "\n").encode()
        while data:
            data = data[os.write(_out, data):]


_nothing = {"raised": None, "assertion": False, "message": "", "frames": []}
_say(event="begin", version=pytest.__version__)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if call.excinfo is None:
        report.surmise = _nothing
        return
    kind = call.excinfo.type
    report.surmise = {
        "raised": kind.__name__,
        "assertion": issubclass(kind, (AssertionError, pytest.fail.Exception, unittest.TestCase.failureException)),
        "message": call.excinfo.exconly(),
        "frames": [f"{os.path.relpath(str(f.path))}:{f.lineno + 1}" for f in reversed(call.excinfo.traceback)][:32],
    }


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report):
    _say(
        event="report",
        id=report.nodeid,
        when=report.when,
        outcome=report.outcome,
        xfail=hasattr(report, "wasxfail"),
        **getattr(report, "surmise", _nothing),
    )


def pytest_collectreport(report):
    if report.outcome != "passed":
        _say(event="collect", id=report.nodeid, outcome=report.outcome, message=str(report.longrepr))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(exitstatus):
    _say(event="end", exit=int(exitstatus))
