// What a plain program in Python has from us: stand-ins for the test library, a function that runs the bodies in order, and one
// that prints a value by its own data. All that it needs of the language is taken before any other module is loaded.
import { asSum } from '../canary/words.ts'

/** Names of the functions. `u` stands for unittest, `p` for pytest. */
export const PYTHON_PARTS = { value: 'v', run: 'r', unittest: 'u', pytest: 'p', testCase: 'C' } as const

/** `own` with a digit behind it begins the names of tests and their classes. */
export function pythonHelper(word: string, own: string): string {
  return `import inspect, json, os, sys, types
here = os.path.dirname(os.path.abspath(__file__))
sys.path.extend(path for path in (os.path.join(here, one) for one in ("src", "lib", "tests", "test")) if os.path.isdir(path))
word = ${asSum(word)}
own = ${JSON.stringify(`${own}0`)}
${VALUES}
${STAND_INS}
${BODIES}
`
}

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
        if one is base:
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
        return '["x","object"]'
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
        return error is None or isinstance(error, Exception)
    def match(self, text):
        return True
def caught(error=None, body=None, *args, **more):
    if not callable(body):
        return Caught()
    one = Caught()
    with one:
        body(*args, **more)
    return one
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
        if set(more) - {"scope"}:
            stop("fixture")
        return keep(body) if body else keep
fixtures = {}
def keep(body):
    fixtures[body.__name__] = body
    return body
class C:
    def __getattr__(self, name):
        if name.startswith("assertRaises") or name.startswith("assertWarns"):
            return caught
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
    def addCleanup(self, *args, **more):
        pass
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

const BODIES = `def given(body, known):
    values = {}
    for name in list(inspect.signature(body).parameters)[known["skip"]:]:
        if name in known["values"]:
            values[name] = known["values"][name]
        elif name in fixtures:
            one = fixtures[name]
            made = one(**given(one, {"skip": 0, "values": known["values"]}))
            values[name] = next(made) if inspect.isgenerator(made) else made
        elif name == "tmp_path":
            import pathlib, tempfile
            values[name] = pathlib.Path(tempfile.mkdtemp())
        else:
            raise Skip()
    return values
def tables(body):
    sets = [{}]
    for names, rows in reversed(getattr(body, "rows", [])):
        rows = [list(row) if len(names) > 1 else [row] for row in list(rows)]
        sets = [{**one, **dict(zip(names, row))} for one in sets for row in rows]
    return sets
def through(body, before=None, after=None):
    for values in tables(body):
        try:
            if before:
                before()
            args = given(body, {"skip": 0, "values": values})
            if inspect.iscoroutinefunction(body):
                import asyncio
                asyncio.run(body(**args))
            else:
                body(**args)
        except Exception:
            pass
        finally:
            try:
                after and after()
            except Exception:
                pass
def members(group):
    return sorted(name for name in dir(group) if name.startswith(own) and callable(getattr(group, name, None)))
def through_class(group):
    case = isinstance(group, type) and issubclass(group, C)
    if case:
        group.setUpClass()
    elif getattr(group, "setup_class", None):
        group.setup_class()
    for name in members(group):
        one = group()
        if case:
            through(getattr(one, name), one.setUp, one.tearDown)
        else:
            begin, end = getattr(one, "setup_method", None), getattr(one, "teardown_method", None)
            through(getattr(one, name), begin and (lambda: begin(None)) if takes(begin) else begin, end and (lambda: end(None)) if takes(end) else end)
def takes(body):
    return bool(body) and len(inspect.signature(body).parameters) > 0
def r(names):
    try:
        for name, one in list(names.items()):
            if name.startswith(own):
                if isinstance(one, type):
                    through_class(one)
                elif callable(one):
                    through(one)
    except Exception:
        pass
    say(".")
    sys.stdout.flush()
    leave(0)`
