// A helper that offers `describe` or `it` under a name of its own, which skips unless the environment says otherwise:
// tests that ran before and stand under that name now.
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt, type SourceText } from '../../source/source.ts'
import { stemOf } from '../../source/stem.ts'
import { isOfEnvironment } from './guards/guard-condition.ts'
import type { Comparison } from './matching/comparison.ts'
import type { TestFile } from '../test-file/test-file.ts'

const VARIANT =
  /(?<![\w$.])(?:const|let|var)\s{1,9}([\w$]{2,60})\s{0,9}=\s{0,9}([^;\n?]{1,120})\?\s{0,9}(?:it|test|describe)\s{0,9}:\s{0,9}(?:it|test|describe)\.skip\b|(?<![\w$.])(?:const|let|var)\s{1,9}([\w$]{2,60})\s{0,9}=\s{0,9}(?:it|test|describe)\.(?:skipIf|runIf)\(([^;\n]{1,120})\)/g

export function importedVariants({ before, after, matches }: Comparison): TamperFinding[] {
  const helpers = after.filter(({ path, cases }) => /\.[cm]?[jt]sx?$/.test(path) && cases.length === 0)
  const offered = helpers.flatMap((file) => variantsOf(file).map((name) => ({ name, stem: stemOf(file.path) })))
  if (offered.length === 0) return []
  const kept = new Set(matches.values())
  return after.flatMap((file) => {
    const old = before.find(({ path }) => path === file.path)
    if (!old) return []
    return offered.flatMap(({ name, stem }) => {
      if (!importsFrom(file.source, name, stem) || callsOf(old.source, name).length > 0) return []
      const call = callsOf(file.source, name).find(({ at, end }) =>
        file.cases.some((one) => kept.has(one) && at < one.block.start && one.block.end <= end),
      )
      const what = `tests run only in some environments now (${name}(…) of ${quote(stem)})`
      return call ? [finding('skipped', file.path, lineAt(file.source, call.at), what)] : []
    })
  })
}

function variantsOf({ source }: TestFile): string[] {
  return Array.from(source.code.matchAll(VARIANT)).flatMap(([, name, condition = '', other, argument = '']) =>
    isAskedFor(`${condition}${argument}`, source) ? [name ?? other ?? ''] : [],
  )
}

/** A variable of the environment, itself or under the name that the file gives it. */
function isAskedFor(condition: string, { code }: SourceText): boolean {
  if (isOfEnvironment(condition)) return true
  const names = condition.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g) ?? []
  return names.some((name) => {
    const set = new RegExp(
      `(?:const|let|var)\\s{1,9}(?:${name.replaceAll('$', '\\$')}|\\{[^{}]{0,200}(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])[^{}]{0,200}\\})\\s{0,9}=\\s{0,9}([^;\\n]{1,120})`,
    ).exec(code)?.[1]
    return set !== undefined && isOfEnvironment(set)
  })
}

function importsFrom({ bare }: SourceText, name: string, stem: string): boolean {
  return Array.from(
    bare.matchAll(/\b(?:import|(?:const|let|var))\s{1,9}\{([^{}]{1,500})\}[^"'\n]{1,40}["']([^"'\n]{1,200})["']/g),
  ).some(([, names = '', from = '']) => names.split(/[\s,]+/).includes(name) && stemOf(from) === stem)
}

function callsOf({ code, pairs }: SourceText, name: string): { readonly at: number; readonly end: number }[] {
  const calls = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?=\\()`, 'g')
  return Array.from(code.matchAll(calls), ({ index }) => ({ at: index, end: pairs[index + name.length] ?? -1 }))
}
