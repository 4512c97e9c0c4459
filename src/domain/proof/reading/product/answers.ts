// Whether anything but a message depends on what a function answers, in this file or in those that use it.
import type { RigPlace } from './rig-rule.ts'
import { functionAround, nameOf } from './scope.ts'

/** Statements that tell people something, and change nothing else. */
export const REPORTS =
  /\b(?:\w*log(?:s|ger|ging)?|warn\w*|console|print\w*|emit\w{0,20}|deprecat\w*|debug|trac(?:e|er|ing)|info|report\w*|stderr|captureMessage)(?:\.\w{1,30})?\s?\(|\b(?:throw|raise)\b/i

const NAMED =
  /^[ \t]*(?:export )?(?:async )?(?:def|function\*?|func|fn|fun) ([A-Za-z_$]\w{1,40})\b|^[ \t]*(?:(?:export|const|let|var|val|final|static) ){0,3}([A-Za-z_$]\w{1,40})(?:\s?:[^=\n]{1,60})?\s?:?=(?![=>])/

/** True where nobody can tell: a name that nobody uses, or code without a name. */
export function isUsedForMore({ text, at, scopes }: RigPlace, askers: string): boolean {
  const around = functionAround(scopes)
  const { bare, code } = text.source
  const statement = bare.slice(bare.lastIndexOf('\n', at - 1) + 1, at + 1)
  const [, declared, assigned] = NAMED.exec(statement) ?? []
  const name = declared ?? (around ? nameOf(around) : (assigned ?? ''))
  if (!/^[\w$]{2,40}$/.test(name)) return true
  const uses = linesWith(name, `${code}\n${askers}`)
  return uses.length === 0 || uses.some((line) => !REPORTS.test(line))
}

const DECLARES = /^\s*(?:import|from|use|using|require|export \{|(?:module\.)?exports\b|#|\/\/|\*)|\brequire\(/

function linesWith(name: string, code: string): string[] {
  const word = name.replaceAll('$', '\\$')
  const declared = new RegExp(
    `\\b(?:def|function\\*?|func|fn|fun|const|let|var|val)\\s{1,3}${word}\\b|^\\s*${word}\\s?=`,
  )
  const used = new RegExp(`(?<![\\w$"'])${word}(?![\\w$"'])`)
  return code.split('\n').filter((line) => used.test(line) && !declared.test(line) && !DECLARES.test(line))
}
