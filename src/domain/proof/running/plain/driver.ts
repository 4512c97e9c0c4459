// The program around the plain ones: it starts each of them as any program is started, and prints what they printed. One for
// each language, since no other program is known to be there.
import type { PutFile } from '../plans.ts'
import { asSum, inParts } from '../canary/words.ts'

export type PlainStepName = 'expected' | 'plain' | 'again' | 'control' | 'start' | 'start-control'

export interface PlainStep {
  readonly name: PlainStepName
  readonly programs: readonly (readonly string[])[]
  /** Written before it, and taken away after it. */
  readonly put: readonly PutFile[]
  /** Not there while it runs: test files. */
  readonly hidden: readonly string[]
  /** The environment has no marks of a test. */
  readonly isPlain: boolean
  /** The files stay as they are then. */
  readonly isLasting?: true
}

export interface PlainSteps {
  readonly steps: readonly PlainStep[]
  readonly outer: string
  readonly word: string
  /** Relative to the root. */
  readonly cwd: string
  /** For each program. */
  readonly limitMs: number
}

/** Variables by which code knows a runner, or the package manager that started it. */
const MARKS =
  '^(?:VITEST.*|JEST_.*|PYTEST_.*|MOCHA.*|npm_.*|NODE_TEST.*|AVA_.*|BUN_TEST.*|NODE_OPTIONS|NODE_V8_COVERAGE|COVERAGE_.*|COV_.*|INIT_CWD|FULLSTOP_.*)$'

/** Once the plain program prints exactly what is expected, there is nothing more to find out. */
export function nodeDriver({ steps, outer, word, cwd, limitMs }: PlainSteps): string {
  return `'use strict'
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
fs.unlinkSync(__filename)
const at = (file) => path.join(__dirname, file)
const word = [${inParts(word)}].join('')
const steps = JSON.parse(Buffer.from('${inBase64(steps)}', 'base64').toString())
const { env: given } = process
const env = Object.fromEntries(Object.entries(given).filter(([name, value]) => !/${MARKS}/.test(name) && !(name === 'NODE_ENV' && value === 'test')))
const found = {}
for (const step of steps) {
  const kept = step.isLasting ? [] : [...step.hidden, ...step.put.map((file) => file.path)].map((file) => [file, read(file)])
  for (const file of step.hidden) hide(at(file))
  for (const file of step.put) write(file.path, file.text)
  const values = {}
  let ended = 0
  for (const [program, ...args] of step.programs) {
    const end = spawnSync(program, args, { cwd: step.isPlain ? at('${cwd}') : process.cwd(), env: step.isPlain ? env : given, encoding: 'utf8', timeout: step.isPlain ? ${limitMs} : undefined, maxBuffer: 1e8 })
    ended = ended || (end.status === null ? 1 : end.status)
    const told = (step.isPlain ? String(end.stdout).split('\\n') : []).flatMap((line) => {
      const [, index, value] = line.startsWith(word) ? /^(\\d+|!|\\.):?(.*)$/.exec(line.slice(word.length)) || [] : []
      return index === undefined ? [] : [[index, value]]
    })
    // One that needs its runner tells nothing.
    const isStopped = told.some(([index]) => index === '!')
    for (const [index, value] of told) if (!isStopped || index === '!') (values[index] = values[index] || []).push(value)
  }
  found[step.name] = values
  for (const [file, text] of kept) text === undefined ? fs.rmSync(at(file), { force: true }) : write(file, text)
  process.stdout.write('\\n' + [${inParts(outer)}].join('') + JSON.stringify({ step: step.name, ended, values }) + '\\n')
  if (step.name === 'plain' && ((values['.'] || []).length === step.programs.length || ended !== 0) && Object.keys(values).every((one) => !/^\\d/.test(one) || values[one].every((value, time) => value === (found.expected[one] || [])[(found.expected[one] || []).length > 1 ? time : 0]))) break
}
// Nor is a folder of tests there.
function hide(file) {
  fs.rmSync(file, { force: true })
  try { for (let folder = path.dirname(file); folder !== __dirname; folder = path.dirname(folder)) fs.rmdirSync(folder) } catch {}
}
function read(file) {
  try { return fs.readFileSync(at(file)) } catch {}
}
function write(file, text) {
  fs.mkdirSync(path.dirname(at(file)), { recursive: true })
  fs.writeFileSync(at(file), text)
}
`
}

export function pythonDriver({ steps, outer, word, cwd, limitMs }: PlainSteps): string {
  return `import base64, json, os, re, shutil, subprocess, sys
here = os.path.dirname(os.path.abspath(__file__))
os.unlink(os.path.abspath(__file__))
at = lambda file: os.path.join(here, file)
word = ${asSum(word)}
steps = json.loads(base64.b64decode("${inBase64(steps)}"))
env = {name: value for name, value in os.environ.items() if not re.match(r"${MARKS}", name)}
env["PYTHONDONTWRITEBYTECODE"] = "1"
found = {}
def read(file):
    try:
        with open(at(file), "rb") as one:
            return one.read()
    except OSError:
        return None
def write(file, text):
    os.makedirs(os.path.dirname(at(file)), exist_ok=True)
    with open(at(file), "wb") as one:
        one.write(text if isinstance(text, bytes) else text.encode())
def remove(file):
    if os.path.exists(at(file)):
        os.remove(at(file))
# Nor is a folder of tests there.
def hide(file):
    remove(file)
    try:
        folder = os.path.dirname(at(file))
        while folder != here:
            if os.listdir(folder) == ["__pycache__"]:
                shutil.rmtree(os.path.join(folder, "__pycache__"))
            os.rmdir(folder)
            folder = os.path.dirname(folder)
    except OSError:
        pass
def matches(values, expected):
    return values == expected if len(expected) > 1 else all([value] == expected for value in values)
for step in steps:
    kept = [] if step.get("isLasting") else [(file, read(file)) for file in step["hidden"] + [one["path"] for one in step["put"]]]
    for file in step["hidden"]:
        hide(file)
    for one in step["put"]:
        write(one["path"], one["text"])
    values, ended = {}, 0
    for program in step["programs"]:
        program = [sys.executable if word == "\\0" else word for word in program]
        try:
            end = subprocess.run(program, cwd=at("${cwd}") if step["isPlain"] else None, env=env if step["isPlain"] else None, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=${limitMs} / 1000 if step["isPlain"] else None)
            ended, output = ended or end.returncode, end.stdout.decode("utf8", "replace")
        except (OSError, subprocess.TimeoutExpired):
            ended, output = 1, ""
        lines = [line[len(word):] for line in output.split("\\n") if line.startswith(word)] if step["isPlain"] else []
        told = [one.groups() for one in (re.match(r"(\\d+|!|\\.):?(.*)$", line) for line in lines) if one]
        # One that needs its runner tells nothing.
        stopped = any(index == "!" for index, _ in told)
        for index, value in told:
            if not stopped or index == "!":
                values.setdefault(index, []).append(value)
    found[step["name"]] = values
    for file, text in kept:
        remove(file) if text is None else write(file, text)
    print("\\n" + ${asSum(outer)} + json.dumps({"step": step["name"], "ended": ended, "values": values}), flush=True)
    if step["name"] == "plain" and (len(values.get(".", [])) == len(step["programs"]) or ended != 0) and all(matches(values[one], found["expected"].get(one, [])) for one in values if one.isdigit()):
        break
`
}

/** In an order of letters that no text of a test can be found in. */
function inBase64(steps: readonly PlainStep[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(steps))
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, at + 0x2000))
  return btoa(text)
}
