// Tests that are split by tags: what one task of the build leaves out, another one runs, and the same check needs both.
import type { FileChange } from '../../../../../contract/change.ts'
import { kindOfConfig } from '../../../yardstick/yardstick.ts'

const LEAVES_OUT = /^(?:excludeTags|excludeCategor(?:y|ies)|excludeTestsMatching)\b/
const TEXTS = /["']([^"'\n]{1,80})["']/g

/** `written` as it is added: `excludeTags("io") }`, `<excludedGroups>io`. */
export function isRunBesides(written: string, text: string, changes: readonly FileChange[]): boolean {
  const groups = /^<excludedGroups>([^<\n]{1,200})$/.exec(written)?.[1]
  if (groups !== undefined) {
    const names = groups.split(/[,|]/).map((one) => one.trim())
    return names.every((name) => /^[\w.-]+$/.test(name) && isRunByMaven(name, text))
  }
  const values = LEAVES_OUT.test(written) ? Array.from(written.matchAll(TEXTS), ([, value = '']) => value) : []
  return values.length > 0 && values.every((value) => isRunByGradle(value, text, changes))
}

const TASK =
  /\b(?:val|var|def)\s{1,9}(\w{1,60})\s{1,9}by\s{1,9}\w[\w.]{0,40}|\b(?:register|create)\s?(?:<[\w.]{1,40}>)?\s?\(\s{0,9}["'](\w{1,60})["']|^[ \t]*task\s{1,9}["']?(\w{1,60})/gm

function isRunByGradle(value: string, text: string, changes: readonly FileChange[]): boolean {
  const written = value.replaceAll(/\W/g, '\\$&')
  const takes = new RegExp(`\\binclude(?:Tags|Categor(?:y|ies)|TestsMatching)\\b[^\\n]{0,80}["']${written}["']`, 'g')
  const tasks = [...text.matchAll(TASK)]
  return Array.from(text.matchAll(takes)).some(({ index }) => {
    const [, one, two, three] = tasks.findLast((task) => task.index < index) ?? []
    const name = one ?? two ?? three
    return name !== undefined && (isNeeded(name, text) || isCalled(name, changes))
  })
}

function isNeeded(task: string, text: string): boolean {
  return new RegExp(
    `\\b(?:check|build|test)\\b[^]{0,120}?\\b(?:dependsOn|finalizedBy)\\b[^\\n]{0,200}\\b${task}\\b`,
  ).test(text)
}

/** A command that changed too runs it. */
function isCalled(task: string, changes: readonly FileChange[]): boolean {
  const call = new RegExp(`\\bgradlew?\\b[^\\n]{0,200}[\\s:]${task}\\b`)
  return changes.some(({ path, after = '' }) => kindOfConfig(path) !== undefined && call.test(after))
}

const EXECUTIONS = /<execution>((?:(?!<\/execution>)[^]){1,3000})<\/execution>/g

/** In an execution of its own, outside of profiles. */
function isRunByMaven(group: string, text: string): boolean {
  const usual = text.replaceAll(/<profiles>[^]{0,20000}?<\/profiles>/g, '')
  return Array.from(usual.matchAll(EXECUTIONS)).some(([, execution = '']) => {
    const groups = /<groups>([^<\n]{1,200})<\/groups>/.exec(execution)?.[1] ?? ''
    const isTaken = groups.split(/[,|]/).some((one) => one.trim() === group)
    return isTaken && /<goal>\s{0,9}(?:test|verify)\s{0,9}<\/goal>/.test(execution)
  })
}
