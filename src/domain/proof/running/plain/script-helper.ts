// What a plain program in JavaScript has from us: functions that run the bodies of its tests in order, and one that prints a
// value by its own data. All that it needs of the language is taken before any other module is loaded.
import { inParts } from '../canary/words.ts'

/** Names of the functions, as members of one object. */
export const SCRIPT_PARTS = {
  suite: 'd',
  item: 'i',
  before: 'b',
  after: 'e',
  beforeEach: 'f',
  afterEach: 'g',
  expect: 'q',
  assert: 'a',
  value: 'v',
  run: 'r',
} as const

/** What some runners do and others do not. */
export interface RunnerHabits {
  /** A function that a hook returns is called after the test. */
  readonly callsReturned: boolean
  /** A test or hook with parameters ends when it calls the last one. */
  readonly givesCallback: boolean
  /** A test that returns nothing continues until it says that it has ended. */
  readonly waitsForEnd: boolean
}

export function scriptHelper(word: string, { callsReturned, givesCallback, waitsForEnd }: RunnerHabits): string {
  return `'use strict'
const { writeSync } = require('node:fs')
const { isProxy, isPromise, isMap, isSet, isDate, isRegExp, isNativeError, isBoxedPrimitive } = require('node:util').types
const { isArray } = Array
const { is, getPrototypeOf, getOwnPropertyDescriptor, prototype: plain } = Object
const { apply, ownKeys } = Reflect
const { stringify } = JSON
const { forEach: eachEntry } = Map.prototype
const { forEach: eachMember } = Set.prototype
const { then } = Promise.prototype
const { setInterval } = globalThis
const leave = process.reallyExit.bind(process)
${CLOCKS}
const word = [${inParts(word)}].join('')
const counts = {}
const [callsReturned, givesCallback, waitsForEnd] = [${callsReturned}, ${givesCallback}, ${waitsForEnd}]
${VALUES}
${BODIES}
`
}

/** The program has run for a day, so that code shows what it answers only in its first moments. Differences stay the same. */
const CLOCKS = `const [past, started] = [864e5, performance.timeOrigin]
const [since, up] = [performance.now.bind(performance), process.uptime.bind(process)]
const put = (name, one) => Object.defineProperty(performance, name, { configurable: true, writable: true, value: one })
put('now', () => past + since())
put('timeOrigin', started - past)
process.uptime = () => past / 1000 + up()`

/** `["s","text"]`, `["a",[…]]`, `["o",[["key",…]]]`, and `["x"]` for what is no plain value; `["c",…]` as in Python. */
const VALUES = `const listed = (parts) => {
  let sum = ''
  for (let at = 0; at < parts.length; at++) sum += (at === 0 ? '' : ',') + parts[at]
  return '[' + sum + ']'
}
const held = (value, key, depth) => {
  const own = getOwnPropertyDescriptor(value, key)
  return own && 'value' in own ? shown(own.value, depth + 1) : '["x","hidden"]'
}
const shown = (value, depth) => {
  if (value === null) return '["l"]'
  const type = typeof value
  if (type === 'string') return '["s",' + stringify(value) + ']'
  if (type === 'number') return '["n","' + (is(value, -0) ? '-0' : value) + '"]'
  if (type === 'boolean') return '["b",' + value + ']'
  if (type === 'undefined') return '["u"]'
  if (type === 'bigint') return '["g","' + value + '"]'
  // What is ours, or answers as it likes, says nothing.
  if (isProxy(value)) return '["c",["x","proxy"]]'
  if (type !== 'object' || depth > 12) return '["x","' + type + '"]'
  const parts = []
  if (isArray(value)) {
    for (let at = 0; at < value.length && at < 500; at++) parts[at] = held(value, at, depth)
    return '["a",' + listed(parts) + ']'
  }
  if (isMap(value)) {
    apply(eachEntry, value, [(one, key) => { parts[parts.length] = listed([shown(key, depth + 1), shown(one, depth + 1)]) }])
    return '["m",' + listed(parts) + ']'
  }
  if (isSet(value)) {
    apply(eachMember, value, [(one) => { parts[parts.length] = shown(one, depth + 1) }])
    return '["e",' + listed(parts) + ']'
  }
  if (isDate(value) || isRegExp(value) || isNativeError(value) || isBoxedPrimitive(value)) return '["x","object"]'
  const keys = ownKeys(value)
  for (let at = 0; at < keys.length; at++) {
    const own = getOwnPropertyDescriptor(value, keys[at])
    if (!own || !own.enumerable) continue
    if (typeof keys[at] === 'symbol') return '["x","object"]'
    parts[parts.length] = listed([stringify(keys[at]), held(value, keys[at], depth)])
  }
  const proto = getPrototypeOf(value)
  return '["o",' + listed(parts) + (proto === null || proto === plain ? '' : ',1') + ']'
}
const print = (line) => {
  try { writeSync(1, '\\n' + word + line + '\\n') } catch {}
}
const value = (index, one) => {
  counts[index] = (counts[index] || 0) + 1
  if (counts[index] > 20) return
  const text = shown(one, 0)
  print(index + ':' + (text.length > 3000 ? '["x","long"]' : text))
}`

/** This file itself waits for nothing. */
const WAIT = 'await'
/** … and looks at no clock. */
const KEEP_ALIVE = 'setInterval'

const BODIES = `const scope = () => ({ items: [], before: [], after: [], beforeEach: [], afterEach: [] })
const top = scope()
let current = top
const add = (list, one) => { list[list.length] = one }
const bodyOf = (args) => {
  for (let at = args.length - 1; at >= 0; at--) {
    if (typeof args[at] !== 'function') continue
    if (args[at].length > (givesCallback ? 0 : 1)) stop('callback')
    return args[at]
  }
}
const stop = (why) => { print('!' + why); leave(0) }
const suite = (...args) => {
  const [outer, body] = [current, bodyOf(args)]
  current = scope()
  add(outer.items, current)
  try { if (body && isPromise(body())) stop('async') } finally { current = outer }
}
const item = (...args) => {
  const body = bodyOf(args)
  if (body) add(current.items, body)
}
const nothing = () => {}
const marked = (own) => {
  own.each = own.for = (rows) => (title, body) => {
    if (!isArray(rows) || rows.raw) stop('rows')
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]
      own(title, () => (isArray(row) ? body(...row) : body(row)))
    }
  }
  own.concurrent = own.sequential = own.serial = own
  own.skip = own.todo = own.fails = own.failing = nothing
  own.only = own.if = own.runIf = own.skipIf = () => stop('mark')
  nothing.each = () => nothing
}
marked(suite)
marked(item)
const hook = (name) => (...args) => add(current[name], bodyOf(args))
const settled = (one) => {
  const wait = typeof one === 'function' ? tried(one) : one
  return isPromise(wait) ? apply(then, wait, [nothing, nothing]) : undefined
}
const tried = (body) => {
  try {
    const done = body()
    if (isPromise(done)) return apply(then, done, [nothing, nothing])
  } catch {}
}
const thrown = (one) => {
  const wait = (done) => isPromise(done) ? apply(then, done, [nothing, (error) => error]) : undefined
  try { return wait(typeof one === 'function' ? one() : one) } catch (error) { return error }
}
const quiet = (one, wait) => new Proxy(nothing, {
  get: (_, key) => {
    if (key === 'then') return wait && ((done) => apply(then, wait, [() => done(), () => done()]))
    if (key === 'rejects' || key === 'resolves') return quiet(undefined, settled(one))
    if (key === 'extend' || key === 'assertions' || key === 'hasAssertions') return nothing
    if (typeof one === 'function' && /throw|change|increase|decrease/i.test(String(key))) {
      return () => { tried(one); return quiet(undefined, wait) }
    }
    return quiet(one, wait)
  },
  apply: () => quiet(one, wait),
})
const context = (last, end = nothing) => new Proxy(nothing, {
  get: (_, key) => {
    if (key === 'then') return undefined
    if (key === 'end') return end
    if (/^(?:after|onTestFinished|teardown)$/.test(key)) return (body) => add(last, body)
    if (/^(?:test|before|beforeEach|afterEach|skip|todo|mock|plan)$/.test(key)) return () => stop('context')
    if (/throw/i.test(String(key))) return thrown
    return key === 'expect' ? (one) => quiet(one) : key === 'assert' ? checks : quiet()
  },
  apply: () => stop('context'),
})
const calls = { throws: tried, doesNotThrow: tried, rejects: settled, doesNotReject: settled }
const checks = new Proxy(nothing, {
  get: (_, key) => {
    if (key === 'strict') return checks
    if (key === 'fail') return () => { throw new Error('failed') }
    return calls[key] || nothing
  },
  apply: nothing,
})
const all = async (bodies, last) => {
  for (let at = 0; at < bodies.length; at++) {
    const left = bodies[at] && ${WAIT} bodies[at](context(last))
    if (callsReturned && typeof left === 'function') add(last, left)
  }
}
const backwards = async (bodies) => {
  while (bodies.length > 0) try { ${WAIT} bodies.pop()() } catch {}
}
const through = async (own, before, after) => {
  const end = []
  try { ${WAIT} all(own.before, end) } catch { return }
  const [first, last] = [[...before, ...own.beforeEach], [...own.afterEach, ...after]]
  for (let at = 0; at < own.items.length; at++) {
    const one = own.items[at]
    if (typeof one !== 'function') { ${WAIT} through(one, first, last); continue }
    const done = []
    try {
      ${WAIT} all(first, done)
      let end
      const ended = new Promise((resolve) => { end = resolve })
      const going = one(context(done, end))
      ${WAIT} (waitsForEnd && !isPromise(going) ? ended : going)
    } catch {}
    try { ${WAIT} all(last, done) } catch {}
    ${WAIT} backwards(done)
  }
  try { ${WAIT} all(own.after, end) } catch {}
  ${WAIT} backwards(end)
}
const run = async () => {
  // A runner waits for its tests, also where nothing else does.
  ${KEEP_ALIVE}(nothing, 1e6)
  ${WAIT} through(top, [], [])
  print('.')
  leave(0)
}
module.exports = {
  d: suite, i: item, b: hook('before'), e: hook('after'), f: hook('beforeEach'), g: hook('afterEach'),
  q: (one) => quiet(one), a: checks, v: value, r: run,
}`
