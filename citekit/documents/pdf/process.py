"""PDFs read in a process of their own, which can be killed: PDFium is C code that no exception and no signal handler ends.

A short PDF can keep PDFium busy for ever, or make it allocate gigabytes. So no PDF is opened in the process of a command.
It starts one process, sends it one PDF after the other, and kills it when a PDF takes too long; the process itself limits
its address space. It ends when its parent ends, however that happens, because its standard input is closed then.

What comes back is data of a process that may have been taken over by a PDF: only the classes of a document are
unpickled, see :data:`_CLASSES`.
"""

from __future__ import annotations

import atexit
import io
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from citekit.documents.runs import Document
from citekit.runtime import budget
from citekit.runtime.budget import OverBudgetError
from citekit.runtime.errors import CitekitError, MissingExtraError, UnreadableInputError

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS_PER_PAGE = 0.5
"""Seconds of the clock for each page of a long PDF: five times what a page of 60 full lines takes."""
MOST_MEMORY = 600_000_000
"""Bytes of address space of the process. Python and PDFium take 160 MB, 1,000 pages of 60 full lines 140 MB more."""
COPIES = 3
"""How often the bytes of a PDF are in memory at most: in the pipe's buffer, as bytes, and in PDFium."""
_SIZE = struct.Struct(">Q")
"""How long the message is that follows."""
_LARGEST_MESSAGE = 2 * MOST_MEMORY
"""More cannot come from a process with so little memory."""
_CLASSES = {
    ("citekit.documents.runs", "Block"),
    ("citekit.documents.runs", "Document"),
    ("citekit.documents.runs", "Run"),
    ("citekit.documents.runs", "TextStyle"),
    ("citekit.runtime.errors", "Problem"),
    ("citekit.runtime.span", "Source"),
    ("citekit.runtime.span", "Span"),
}
"""The classes whose objects a reply may contain; unpickling them calls no code but theirs."""
_ERRORS = {kind.__name__: kind for kind in (UnreadableInputError, OverBudgetError, MissingExtraError)}
_ENTRY = "import sys; sys.path[:] = sys.argv[1:]; from citekit.documents.pdf.process import serve; serve()"
"""What the interpreter runs.

It is isolated (``-I``) and gets our path, so that no module of the working directory runs.
"""
_BROWSER = sys.platform == "emscripten"
"""In a browser there are no processes. Its tab is what can be closed."""


def seconds_for_pages(pages: int) -> float:
    """Return how many seconds of the clock a PDF with this number of pages may take.

    >>> seconds_for_pages(3)
    60.0
    """
    return max(budget.DOCUMENT_SECONDS, SECONDS_PER_PAGE * pages)


def read_pdf(data: bytes, name: str) -> Document:
    """Read a PDF, known to the user as ``name``, in the process of this one's own that reads PDFs.

    Raise :class:`OverBudgetError` if it takes too long or too much memory, and what
    :func:`citekit.documents.pdf.document.read_here` raises.
    """
    if _BROWSER:
        return _read_here(data, name, lambda _pages: None)
    with _OWN.lock:
        try:
            return _OWN.started().read(data, name)
        except CitekitError:
            raise
        except BaseException:  # also an interrupt: nothing may be left of what was going on
            _OWN.stop()
            raise


def start() -> None:
    """Start the process that reads PDFs, so that it starts while this one does something else. Idempotent."""
    if not _BROWSER:
        with _OWN.lock:
            _OWN.started()


def stop() -> None:
    """Kill the process that reads PDFs, if there is one; the next PDF starts another."""
    _OWN.stop()


# --- the side of the parent ---------------------------------------------------------------------------------------------


class _PdfProcess:
    """The process that reads PDFs, seen from the one that started it."""

    def __init__(self) -> None:
        if not sys.executable:
            raise UnreadableInputError("PDFs cannot be read: there is no Python interpreter to start", "run python")
        self._popen = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-I", "-c", _ENTRY, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._late = False

    @property
    def alive(self) -> bool:
        """Whether it can be sent another PDF."""
        return self._popen.poll() is None

    def read(self, data: bytes, name: str) -> Document:
        """Return the document in a PDF; kill the process when its time is over."""
        seconds = seconds_for_pages(0)
        timer = self._timer(seconds)
        try:
            _send(self._in, (name, data))
            kind, content = _receive(self._out)
            if kind == "pages":
                timer.cancel()
                seconds = seconds_for_pages(int(content))
                timer = self._timer(seconds)
                kind, content = _receive(self._out)
        except (EOFError, OSError):
            self.kill()
            if self._late:
                hint = "print it to a new PDF, or give its source"
                raise OverBudgetError(f"{name} is skipped: it took longer than {seconds:.0f} s", hint) from None
            raise _out_of_memory(name) from None
        finally:
            timer.cancel()
        if kind == "error":
            error, message, hint = content
            raise _ERRORS[error](message, hint)
        if kind != "document":
            raise RuntimeError(str(content))
        return cast("Document", content)

    def kill(self) -> None:
        """End it at once and wait for its end."""
        self._popen.kill()
        for stream in (self._in, self._out):
            with suppress(OSError):
                stream.close()
        self._popen.wait()

    def forget(self) -> None:
        """Let go of it without ending it: it belongs to the process that this one was forked from."""
        for stream in (self._in, self._out):
            with suppress(OSError):
                os.close(stream.fileno())
        self._popen.returncode = 0  # so that nobody waits for a child of another process

    @property
    def _in(self) -> BinaryIO:
        return cast("BinaryIO", self._popen.stdin)

    @property
    def _out(self) -> BinaryIO:
        return cast("BinaryIO", self._popen.stdout)

    def _timer(self, seconds: float) -> threading.Timer:
        """Return a thread that kills the process when the time is over: reading from a pipe with a limit is not portable."""
        timer = threading.Timer(seconds, self._end)
        timer.daemon = True
        timer.start()
        return timer

    def _end(self) -> None:
        self._late = True
        self._popen.kill()


class _Unpickler(pickle.Unpickler):
    """Makes objects of a document's classes, and no others."""

    def find_class(self, module: str, name: str) -> Any:
        """Return one of :data:`_CLASSES`; raise ``UnpicklingError`` for any other name."""
        if (module, name) not in _CLASSES:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a document")
        return super().find_class(module, name)


def _out_of_memory(name: str) -> OverBudgetError:
    reason = f"PDFium ended on it, or it needs more than {MOST_MEMORY // 1_000_000} MB of memory"
    return OverBudgetError(f"{name} is skipped: {reason}", "print it to a new PDF, or give its source")


def _send(stream: BinaryIO, message: object) -> None:
    data = pickle.dumps(message, protocol=5)
    stream.write(_SIZE.pack(len(data)))
    stream.write(data)
    stream.flush()


def _received(stream: BinaryIO) -> bytes:
    """Return the next message; raise ``EOFError`` if the other side has ended."""
    head = stream.read(_SIZE.size)
    if len(head) < _SIZE.size:
        raise EOFError
    size = _SIZE.unpack(head)[0]
    if size > _LARGEST_MESSAGE:
        raise EOFError
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _receive(stream: BinaryIO) -> tuple[str, Any]:
    kind, content = _Unpickler(io.BytesIO(_received(stream))).load()
    return kind, content


class _Own:
    """The process that reads the PDFs of this one, and the lock of the threads that take turns with it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: _PdfProcess | None = None

    def started(self) -> _PdfProcess:
        if self.process is None or not self.process.alive:
            self.stop()
            self.process = _PdfProcess()
        return self.process

    def stop(self) -> None:
        process, self.process = self.process, None
        if process:
            process.kill()

    def forget(self) -> None:
        """A forked process starts one of its own: two that use one pipe would get each other's documents."""
        self.lock = threading.Lock()
        process, self.process = self.process, None
        if process:
            process.forget()


_OWN = _Own()
atexit.register(stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_OWN.forget)


# --- the side of the process that reads ---------------------------------------------------------------------------------


def serve() -> None:
    """Read PDFs from standard input until it is closed; documents and errors go to standard output."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C also ends what is in C code
    replies, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever is printed on the way is not a reply
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True, name="standard input").start()
    while True:
        name, data = pickle.loads(requests.get())  # noqa: S301 - from the process that started this one
        _limit_memory(len(data))
        try:
            document = _read_here(data, name, lambda pages: _send(replies, ("pages", pages)))
            reply: tuple[str, Any] = ("document", document)
        except (UnreadableInputError, MissingExtraError) as error:
            kind = type(error) if type(error).__name__ in _ERRORS else UnreadableInputError
            reply = ("error", (kind.__name__, error.problem.message, error.problem.hint))
        except MemoryError:
            problem = _out_of_memory(name).problem
            reply = ("error", (OverBudgetError.__name__, problem.message, problem.hint))
        except Exception as error:
            reply = ("internal", f"{type(error).__name__}: {error}")
        _send(replies, reply)


def _listen(stream: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    """Take in what is asked; end the process when there is nobody to ask, also while PDFium is at work.

    PDFium is called through ctypes, which lets other threads run meanwhile.
    """
    try:
        while True:
            requests.put(_received(stream))
    except (EOFError, OSError):
        os._exit(1)


def _limit_memory(size: int) -> None:
    """Limit the address space, so that PDFium or Python fails and not the machine.

    Do nothing if the system has no limits.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MOST_MEMORY + COPIES * size
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _read_here(data: bytes, name: str, on_pages: Callable[[int], None]) -> Document:
    from citekit.documents.pdf.document import read_here

    with budget.budget(name, budget.seconds_for(len(data))):
        return read_here(data, name, on_pages)
