// The lists of patterns that say to a runner which files hold its tests, and what it takes where a config says nothing.
import { readSettings } from '../formats/read-settings.ts'
import type { ToolSetting } from '../setting.ts'
import { keysOf } from '../setting.ts'

export interface PatternList {
  readonly runner: string
  readonly file: RegExp
  readonly list: RegExp
}

export const PATTERN_LISTS: readonly PatternList[] = [
  {
    runner: 'jest',
    file: /(?:^|\/)jest[\w.-]*\.config\.(?:[cm]?[jt]s|json)$/,
    list: /^(?:projects\.)?testMatch$/,
  },
  {
    runner: 'vitest',
    file: /(?:^|\/)(?:vite|vitest)[\w.-]*\.(?:config|workspace)\.[cm]?[jt]s$/,
    list: /(?:^|\.)test\.include$/,
  },
  {
    runner: 'playwright',
    file: /(?:^|\/)playwright[\w.-]*\.config\.[cm]?[jt]s$/,
    list: /^(?:projects\.)?testMatch$/,
  },
  { runner: 'cypress', file: /(?:^|\/)cypress[\w.-]*\.config\.[cm]?[jt]s$/, list: /(?:^|\.)specPattern$/ },
  { runner: 'ava', file: /(?:^|\/)ava\.config\.[cm]?js$/, list: /^files$/ },
  { runner: 'mocha', file: /(?:^|\/)\.mocharc\.(?:json|jsonc|ya?ml|[cm]?js)$/, list: /^spec$/ },
  { runner: 'jasmine', file: /(?:^|\/)jasmine\.json$/, list: /^spec_files$/ },
  { runner: 'wtr', file: /(?:^|\/)web-test-runner[\w.-]*\.config\.[cm]?[jt]s$/, list: /^(?:groups\.)?files$/ },
  { runner: 'deno', file: /(?:^|\/)deno\.jsonc?$/, list: /^test\.include$/ },
  { runner: 'jest', file: /(?:^|\/)package\.json$/, list: /^jest\.testMatch$/ },
  { runner: 'vitest', file: /(?:^|\/)package\.json$/, list: /^vitest\.include$/ },
  { runner: 'ava', file: /(?:^|\/)package\.json$/, list: /^ava\.files$/ },
  { runner: 'mocha', file: /(?:^|\/)package\.json$/, list: /^mocha\.spec$/ },
]

/** What a runner takes where nothing says otherwise. */
export const DEFAULT_FILES: Readonly<Record<string, RegExp>> = {
  jest: /(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$|(?:^|[/.])(?:spec|test)\.[cm]?[jt]sx?$/,
  vitest: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  playwright: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
}

/** As they stand there, without those that take files out again. */
export function patternsIn(path: string, text: string, list: RegExp): ToolSetting[] {
  return readSettings(path, text)
    .filter((one) => list.test(keysOf(one)) && !one.value.startsWith('!') && one.value !== '')
    .map((one) => ({ ...one, value: one.value.replace(/^<rootDir>\//, '') }))
}
