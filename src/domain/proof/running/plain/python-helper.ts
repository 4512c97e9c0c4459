// What a plain program in Python has from us: stand-ins for the test library, a function that runs the bodies in order, and one
// that prints a value by its own data. All that it needs of the language is taken before any other module is loaded.
import { asSum } from '../canary/words.ts'

/** Names of the functions. `u` stands for unittest, `p` for pytest. */
export const PYTHON_PARTS = { value: 'v', run: 'r', unittest: 'u', pytest: 'p', testCase: 'C' } as const

/** `own` with a digit behind it begins the names of tests and their classes. */
export function pythonHelper(word: string, own: string): string {
  return `import inspect, json, os, sys, time, types
here = os.path.dirname(os.path.abspath(__file__))
sys.path.extend(path for path in (os.path.join(here, one) for one in ("src", "lib", "tests", "test")) if os.path.isdir(path))
word = ${asSum(word)}
own = ${JSON.stringify(`${own}0`)}
${CLOCKS}
${VALUES}
${STAND_INS}
${BODIES}
`
}

/** The program has worked for a day, so that code shows what it answers only in its first moments. Differences stay the same. */
const CLOCKS = `def later(clock, past):
    return lambda: past + clock()
time.process_time = later(time.process_time, 86400.0)
time.process_time_ns = later(time.process_time_ns, 86400 * 10**9)`

/** `["s","text"]`, `["a",[…]]`, `["d",[["key",…]]]`; `["c",…]` for one that compares in its own way, `["x"]` for what is no plain value. */
const VALUES = `quote, write, kind, leave = json.dumps, os.write, type, os._exit
text_of, int_of, float_of, bytes_of = str.__str__, int.__int__, float.__float__, bytes.hex
lists, tuples, sets, frozen, pairs = list.__iter__, tuple.__iter__, set.__iter__, frozenset.__iter__, dict.items
attribute, line_of = type.__getattribute__, type.__dict__["__mro__"].__get__
bases = (bool, str, int, float, bytes, tuple, list, dict, set, frozenset)
same = {base: base.__eq__ for base in bases}
counts = {}
def base_of(value):
    for one in line_of(kind(value)):
        if one in bases:
            return one
def compares(value, base):
    for one in line_of(kind(value)):
        if one is base or one is object:
            return False
        members = type.__dict__["__dict__"].__get__(one)
        if one.__module__ not in ("collections", "enum", "typing") and ("__eq__" in members or "__ne__" in members):
            return True
def shown(value, depth=0):
    if value is None:
        return '["l"]'
    base = base_of(value)
    if base is None and kind(value).__module__ == "decimal" and kind(value).__name__ == "Decimal":
        return '["n","' + kind(value).__str__(value) + '"]'
    if base is None or depth > 12:
        return '["c",["x","object"]]' if compares(value, base) else '["x","object"]'
    inner = plain(value, base, depth)
    return '["c",' + inner + ']' if compares(value, base) else inner
def plain(value, base, depth):
    if base is bool:
        return '["b",true]' if value is True else '["b",false]'
    if base is str:
        return '["s",' + quote(text_of(value)) + ']'
    if base is int:
        return '["n","' + int.__repr__(int_of(value)) + '"]'
    if base is float:
        return '["n","' + float.__repr__(float_of(value)) + '"]'
    if base is bytes:
        return '["y","' + bytes_of(value) + '"]'
    if base is dict:
        parts = ['[' + shown(key, depth + 1) + ',' + shown(one, depth + 1) + ']' for key, one in pairs(value)]
        return '["d",[' + ",".join(sorted(parts)) + ']]'
    if base is list:
        return '["a",[' + ",".join([shown(one, depth + 1) for one in lists(value)]) + ']]'
    if base is tuple:
        return '["t",[' + ",".join([shown(one, depth + 1) for one in tuples(value)]) + ']]'
    members = (sets if base is set else frozen)(value)
    return '["e",[' + ",".join(sorted([shown(one, depth + 1) for one in members])) + ']]'
def say(line):
    write(1, ("\\n" + word + line + "\\n").encode("ascii", "backslashreplace"))
def v(index, value):
    counts[index] = counts.get(index, 0) + 1
    if counts[index] <= 20:
        text = shown(value)
        say(str(index) + ":" + (text if len(text) <= 3000 else '["x","long"]'))
def stop(why):
    say("!" + why)
    leave(0)`

const STAND_INS = `class Skip(Exception):
    pass
class Caught:
    value = exception = type = None
    def __enter__(self):
        return self
    def __exit__(self, kind_of, error, trace):
        self.value, self.exception, self.type = error, error, kind_of
        return True
    def match(self, text):
        return True
def caught(error=None, body=None, *args, **more):
    one = Caught()
    if callable(body):
        with one:
            body(*args, **more)
    return one
def caught_with_words(error=None, words=None, *args, **more):
    return caught(error, *args, **more)
class Any:
    def __eq__(self, other):
        return True
class Loose:
    def __init__(self, name):
        self.name = name
    def __getattr__(self, name):
        stop(self.name + "." + name)
def as_is(*args, **more):
    return lambda body: body
def left(*args, **more):
    return lambda body: None
def skip(*args, **more):
    raise Skip()
class Mark:
    def __getattr__(self, name):
        return getattr(self, name) if name in ("parametrize", "skip") else as_is if name == "asyncio" else stop("mark")
    def parametrize(self, names, rows, **more):
        if more:
            stop("rows")
        names = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)
        def mark(body):
            body.__dict__.setdefault("rows", []).append((names, rows))
            return body
        return mark
    def skip(self, *args, **more):
        return None if args and callable(args[0]) else left()
class Pytest(Loose):
    mark = Mark()
    raises = warns = staticmethod(caught)
    skip = fail = staticmethod(skip)
    def approx(self, *args, **more):
        return Any()
    def param(self, *values, **more):
        if more.get("marks"):
            stop("marks")
        return values if len(values) != 1 else values[0]
    def fixture(self, body=None, **more):
        if set(more) - {"scope"} or more.get("scope", "function") not in ("function", "module", "session"):
            stop("fixture")
        def keep(body):
            fixtures[body.__name__] = (body, more.get("scope", "function") == "function")
            return body
        return keep(body) if body else keep
fixtures = {}
class C:
    def __getattr__(self, name):
        if name.startswith("assertRaises") or name.startswith("assertWarns"):
            return caught_with_words if "Regex" in name else caught
        if name.startswith("assert") and "Log" not in name:
            return lambda *args, **more: None
        if name == "subTest":
            return lambda *args, **more: Caught()
        if name == "fail":
            return skip
        if name == "skipTest":
            return skip
        if name in ("setUp", "tearDown", "setUpClass", "tearDownClass"):
            return lambda *args: None
        raise AttributeError(name)
    def addCleanup(self, body, *args, **more):
        self.__dict__.setdefault(own, []).append(lambda: body(*args, **more))
    @classmethod
    def addClassCleanup(cls, *args, **more):
        stop("class")
    @classmethod
    def setUpClass(cls):
        pass
    @classmethod
    def tearDownClass(cls):
        pass
class Unittest(Loose):
    TestCase, SkipTest = C, Skip
    skip = staticmethod(left)
    def skipIf(self, when, why=""):
        return left() if when else as_is()
    def skipUnless(self, when, why=""):
        return as_is() if when else left()
u, p = Unittest("unittest"), Pytest("pytest")`

/** A fixture is made once for each test, or once for all, and what it does behind its `yield` is done after the test. */
const BODIES = `lasting = {}
def made(name, known):
    body, is_own = fixtures[name]
    kept = known["made"] if is_own else lasting
    if name not in kept:
        one = body(**given(body, known))
        if inspect.isawaitable(one) or inspect.isasyncgen(one):
            stop("fixture")
        kept[name] = next(one) if inspect.isgenerator(one) else one
        if is_own and inspect.isgenerator(one):
            known["last"].append(lambda: next(one, None))
    return kept[name]
def given(body, known):
    values = {}
    for name in inspect.signature(body).parameters:
        if name in known["values"]:
            values[name] = known["values"][name]
        elif name in fixtures:
            values[name] = made(name, known)
        elif name == "tmp_path":
            import pathlib, tempfile
            values[name] = known["made"].setdefault(name, None) or pathlib.Path(tempfile.mkdtemp())
            known["made"][name] = values[name]
        else:
            raise Skip()
    return values
def tables(body):
    sets = [{}]
    for names, rows in reversed(getattr(body, "rows", [])):
        rows = [list(row) if len(names) > 1 else [row] for row in list(rows)]
        sets = [{**one, **dict(zip(names, row))} for one in sets for row in rows]
    return sets
def tried(*bodies):
    for body in bodies:
        try:
            body and body()
        except BaseException:
            return False
    return True
def run_one(body, args):
    done = body(**args)
    if inspect.iscoroutine(done):
        import asyncio
        asyncio.run(done)
def through(body, before=None, after=None, last=None):
    for values in tables(body):
        known = {"values": values, "made": {}, "last": [] if last is None else last}
        if tried(before):
            tried(lambda: run_one(body, given(body, known)))
            tried(after)
        while known["last"]:
            tried(known["last"].pop())
def members(group, case):
    if case:
        names = sorted(dir(group))
    else:
        names = [name for one in reversed(group.__mro__) for name in vars(one)]
    return [name for name in dict.fromkeys(names) if name.startswith(own) and callable(getattr(group, name, None))]
def through_class(group):
    case = issubclass(group, C)
    begin, end = ("setUpClass", "tearDownClass") if case else ("setup_class", "teardown_class")
    if not tried(getattr(group, begin, None)):
        return
    for name in members(group, case):
        one = group()
        if case:
            through(getattr(one, name), one.setUp, one.tearDown, one.__dict__.setdefault(own, []))
        else:
            through(getattr(one, name), method(one, "setup_method"), method(one, "teardown_method"))
    tried(getattr(group, end, None))
def method(one, name):
    body = getattr(one, name, None)
    return body and ((lambda: body(None)) if len(inspect.signature(body).parameters) > 0 else body)
def r(names):
    for name, one in list(names.items()):
        if name.startswith(own):
            tried(lambda: through_class(one) if isinstance(one, type) else through(one) if callable(one) else None)
    say(".")
    sys.stdout.flush()
    leave(0)`
