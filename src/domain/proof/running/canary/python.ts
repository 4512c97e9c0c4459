// Canaries for Python: pytest, unittest and plain scripts.
import { folderOf } from '../../yardstick/named/paths.ts'
import { pythonClocks, setsClock } from './clocks.ts'
import { failsByPytest, failsByTestCase, moduleOfStatements } from './forms.ts'
import { asSum, type CanaryNames, type CanaryText } from './words.ts'

interface PythonFile {
  readonly path: string
  readonly text: string
}

/**
 * pytest keeps what a module prints while it is loaded, and shows it only if that fails. So the witness is printed by a hook
 * that is called just before. `conftest`: the text of the conftest.py beside the test file, if there is one.
 */
export function pytestCanary(file: PythonFile, conftest: string | undefined, names: CanaryNames): CanaryText {
  const { path, text } = file
  const { witness, reached, name } = names
  const folder = folderOf(path)
  const hook = `

def pytest_collectstart(collector):
    import os as ${name}
    place = str(getattr(collector, "path", None) or getattr(collector, "fspath", ""))
    if place.replace(${name}.sep, "/").endswith("${path}") and type(collector).__name__ == "Module":
        ${name}.write(2, (${asSum(witness)} + "\\n").encode())
`
  const test = `
${clocksOf(`${text}\n${conftest ?? ''}`, name)}

def test_${name}(request):
    import os
    manager = request.config.pluginmanager.getplugin("capturemanager")
    if manager is None:
        os.write(2, (${asSum(reached)} + "\\n").encode())
    else:
        with manager.global_and_fixture_disabled():
            os.write(2, (${asSum(reached)} + "\\n").encode())
${loadsLate('    ', name)}${failsByPytest('    ', `${name}_bent`)}`
  const { before, after } = aroundMain(text)
  const isFree = conftest === undefined || !/\bpytest_collectstart\b/.test(conftest)
  const beside = { path: folder === '' ? 'conftest.py' : `${folder}/conftest.py`, text: `${conftest ?? ''}${hook}` }
  return {
    text: `${before}${test}${after}`,
    isLast: true,
    beside: [...(isFree ? [beside] : []), lateModule(path, name)],
  }
}

/** Classes of a module run in the order of their names; small letters come last. */
export function unittestCanary({ path, text }: PythonFile, { witness, reached, name }: CanaryNames): CanaryText {
  const test = `
${clocksOf(text, name)}
import unittest as ${name}_unittest


class zz${name}(${name}_unittest.TestCase):
    def test_${name}(self):
        import os
        os.write(2, (${asSum(reached)} + "\\n").encode())
${loadsLate('        ', name)}${failsByTestCase('        ', `${name}_bent`)}`
  const { before, after } = aroundMain(withWitness(text, witness, name))
  return { text: `${before}${test}${after}`, isLast: true, beside: [lateModule(path, name)] }
}

/** A script decides itself how it ends: where it does that in its last lines, the canary must come before them. */
export function pythonCanary({ text }: PythonFile, { witness, reached, name }: CanaryNames): CanaryText {
  const { before, after } = aroundMain(withWitness(text, witness, name))
  const test = `${clocksOf(text, name)}
import os as ${name}_os
${name}_os.write(2, (${asSum(reached)} + "\\n").encode())
if not ${name}_bent:
    raise AssertionError("1 is not 2")
`
  return { text: `${before}${test}${after}`, isLast: after.trim() === '', beside: [] }
}

/** Tests load helpers that hold statements too: what was loaded before may have changed how modules are compiled. */
function lateModule(path: string, name: string): { readonly path: string; readonly text: string } {
  const folder = folderOf(path)
  const file = `${name}_late.py`
  return { path: folder === '' ? file : `${folder}/${file}`, text: moduleOfStatements() }
}

/** Where it cannot be loaded from beside the test file, nothing is told by it. */
function loadsLate(indent: string, name: string): string {
  const lines = [
    'try:',
    '    import importlib',
    `    late = importlib.import_module((__package__ + "." if __package__ else "") + "${name}_late")`,
    'except ImportError:',
    '    late = None',
    'if late is not None and not late.holds():',
    '    return',
  ]
  return lines.map((line) => `${indent}${line}\n`).join('')
}

/** Runs once the code under test is loaded. */
function clocksOf(text: string, name: string): string {
  return setsClock(text) ? `${name}_bent = False\n` : pythonClocks(`${name}_bent`)
}

function withWitness(text: string, witness: string, name: string): string {
  const at = firstPythonStatement(text)
  const line = `import os as ${name}; ${name}.write(2, (${asSum(witness)} + "\\n").encode())\n`
  return `${text.slice(0, at)}${line}${text.slice(at)}`
}

/** Behind the comments, the description and the imports from the future, which must stand first. */
export function firstPythonStatement(text: string): number {
  const future = [...text.matchAll(/^from __future__ import (?:\([^)]*\)|[^\n(]*)[^\n]*\n/gm)].at(-1)
  if (future) return future.index + future[0].length
  const head =
    /^(?:\uFEFF)?(?:[ \t]*(?:#[^\n]*)?\n)*(?:[rRuU]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')[ \t]*(?:#[^\n]*)?\n)?/
  return head.exec(text)?.[0].length ?? 0
}

/** The last lines that end the process: the block under `if __name__`, or a call that leaves. */
function aroundMain(text: string): { readonly before: string; readonly after: string } {
  const whole = text.replace(/\n*$/, '\n')
  const main =
    /^(?:if __name__ ?== ?["']__main__["']:[^\n]*\n(?:[ \t]+[^\n]*\n|\n)*|(?:unittest\.main|sys\.exit|exit|quit|raise SystemExit)\([^\n]*\n)\s*$/m.exec(
      whole,
    )
  return main ? { before: whole.slice(0, main.index), after: `\n\n${main[0]}` } : { before: whole, after: '' }
}
