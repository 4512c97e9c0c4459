// Canaries look at the clocks too: a test of how long something takes says nothing where product code gave the process
// another clock. Only clocks that are not what they were when the canary was loaded are looked at, for 40 ms.

/** A test file that sets the clock itself has its own reasons. */
const SETS_CLOCK = /timers?\b|Timers|clock|freez|setSystemTime|MockDate|timekeeper|time_machine|\bmock|\bpatch|sinon/i

export function setsClock(text: string): boolean {
  return SETS_CLOCK.test(text)
}

/** Statements that stand before the code under test is loaded, and make `isBent()`. */
export const SCRIPT_CLOCKS = `const clocks = () => [Date.now.call(Date), +Reflect.construct(Date, []), performance.now.call(performance), Number(process.hrtime.bigint()) / 1e6]
const tellers = () => [Date, Date.now, performance.now, process.hrtime, process.hrtime.bigint]
const [first, wall, now] = [tellers(), Date.now, performance.now.bind(performance)]
const isBent = () => {
  try {
    if (tellers().every((one, at) => one === first[at])) return false
    const outer = clocks(), begin = now(), inner = clocks()
    for (let turns = 0; now() - begin < 40 && turns < 1e8; turns++);
    const last = clocks(), passed = now() - begin, end = clocks()
    const isSlow = end.some((one, at) => one - outer[at] < passed / 2)
    const isFast = last.some((one, at) => one - inner[at] > passed * 2)
    return passed > 20 && (isSlow || isFast || Math.abs(clocks()[0] - wall()) > 1000)
  } catch { return false }
}
`

/** Indented by nothing; the last line gives \`name\` whether a clock of the process is bent. Built-in functions are real ones. */
export function pythonClocks(name: string): string {
  return `
def ${name}_clocks():
    import importlib.machinery as machinery, importlib.util as util, time
    names = ["time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns"]
    if all(type(getattr(time, one)) is type(len) for one in names):
        return False
    spec = machinery.BuiltinImporter.find_spec("time")
    real = util.module_from_spec(spec)
    spec.loader.exec_module(real)
    read = lambda: [getattr(time, one)() / (1e9 if one.endswith("_ns") else 1) for one in names]
    outer, begin, inner = read(), real.perf_counter(), read()
    while real.perf_counter() - begin < 0.04:
        pass
    last, passed, end = read(), real.perf_counter() - begin, read()
    slow = any(b - a < passed / 2 for a, b in zip(outer, end))
    fast = any(b - a > passed * 2 for a, b in zip(inner, last))
    return slow or fast or abs(time.time() - real.time()) > 1


try:
    ${name} = ${name}_clocks()
except Exception:
    ${name} = False
`
}
