// Hooks at exit and for exceptions that turn a failure into a success.
import { DOTNET, JVM, PHP, PYTHON, RUBY, SCRIPT, SHELL } from './product-file.ts'
import type { ProductText } from './product-file.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'
import { endOfIndented, indentOf } from './scope.ts'
import { lineAt, lineStart } from '../../source/source.ts'

const HOOK = 'a hook at exit turns a failure into a success'
const SWALLOWS = 'product code swallows what nobody caught'
const EXIT = 'product code decides what the process exits with'

const GOOD_END =
  /\b(?:process\.)?exitCode\s?(?:&&|\|\||\?\?)?=\s?0\b|\b(?:exit|_exit|exit!|reallyExit|halt|Exit|exitProcess)\s?[(!]?\s?\(?\s?(?:0|false|True|true|os\.EX_OK|EXIT_SUCCESS)?\s?\)|\bexit!|\bexit\s?;|\bExitCode\s?=\s?0\b|\bexit 0\b/
const BAD_END =
  /\b(?:exit|_exit|abort|kill|halt|Exit|fail\w*|reject)\w*\s?\(\s?(?!os\.EX_OK|EXIT_SUCCESS)[^)\s0]|\bthrow\b|\braise\b|\bexitCode\s?=\s?[^0=\s]|\babort\(|__excepthook__|\bpanic\b|\bdie\(\s?["']|\bfatal\b/

export const HOOK_RULES: readonly RigRule[] = [
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$])process\.(?:on|once|addListener|prependListener|prependOnceListener)\(\s{0,9}["'`](?:exit|beforeExit)["'`]/g,
    what: HOOK,
    suspect: (place) => (GOOD_END.test(hookIn(place)) ? wholeMatch(place) : undefined),
  },
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$])process\.(?:on|once|addListener|prependListener|prependOnceListener|setUncaughtExceptionCaptureCallback)\(\s{0,9}(?:["'`](?:uncaughtException|unhandledRejection)["'`]|[\w$]{1,30}(?=\s?,))?/g,
    what: SWALLOWS,
    suspect: swallowed,
  },
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$])process\.(?:exit|reallyExit|emit|abort)\s?=(?![=>])|\bObject\.defineProperty\(\s?process,\s?["'](?:exitCode|exit|reallyExit)["']/g,
    what: EXIT,
    suspect: (place) => {
      if (place.text.isTestSupport) return undefined
      const near = place.text.source.bare.slice(place.at, place.at + 300)
      return place.match[0].includes('.emit') && !/["'`](?:exit|uncaught\w*)["'`]/.test(near)
        ? undefined
        : wholeMatch(place)
    },
  },
  {
    files: SCRIPT,
    pattern: /(?<![\w$])process\.exitCode\s?(?:&&|\|\||\?\?)?=\s?(?:0(?![\w.])|undefined\b)/g,
    what: EXIT,
    suspect: (place) => (place.text.isEntry || place.text.isCommandLine ? undefined : wholeMatch(place)),
  },
  {
    files: PYTHON,
    pattern:
      /(?<![\w.])@?(?:atexit\.register|weakref\.finalize|threading\._register_atexit)\b|(?<![\w.])(?:threading\._shutdown|atexit\._run_exitfuncs)\s?=(?!=)/g,
    what: HOOK,
    suspect: (place) => (endsWell(hookIn(place)) ? wholeMatch(place) : undefined),
  },
  {
    files: PYTHON,
    pattern: /(?<![\w.])(?:sys|threading)\.(?:excepthook|unraisablehook)\s?=(?!=)/g,
    what: SWALLOWS,
    suspect: (place) => {
      const handler = handlerIn(place)
      return endsWell(handler) || isEmptyHandler(handler) ? wholeMatch(place) : undefined
    },
  },
  {
    files: PYTHON,
    pattern: /(?<![\w.])(?:sys\.exit|os\._exit|builtins\.exit)\s?=(?!=)/g,
    what: EXIT,
  },
  {
    files: RUBY,
    pattern: /(?<![\w.])(?:(?:Kernel\.)?at_exit|Minitest\.after_run)\b\s?(?:\{|do\b)/g,
    what: HOOK,
    suspect: (place) => (/\bexit!|\bexit[ (]\s?(?:0|true)\b/.test(hookIn(place)) ? wholeMatch(place) : undefined),
  },
  {
    files: JVM,
    pattern: /\bsetDefaultUncaughtExceptionHandler\b|\bdefaultUncaughtExceptionHandler\s?=|\baddShutdownHook\b/g,
    what: HOOK,
    suspect: (place) => {
      const handler = hookIn(place)
      const isEmpty = /[uU]ncaught/.test(place.match[0]) && /(?:->|\{)\s?\{?\s{0,40}\}/.test(handler)
      return /\b(?:exit|halt|exitProcess)\(\s?0\s?\)/.test(handler) || isEmpty ? wholeMatch(place) : undefined
    },
  },
  {
    files: DOTNET,
    pattern: /\b(?:UnhandledException|ProcessExit|FirstChanceException)\s?\+=/g,
    what: HOOK,
    suspect: (place) =>
      /\bEnvironment\.(?:Exit\(\s?0|ExitCode\s?=\s?0)/.test(hookIn(place)) ? wholeMatch(place) : undefined,
  },
  { files: DOTNET, pattern: /\bEnvironment\.ExitCode\s?=\s?0\b/g, what: EXIT, suspect: outsideOfEntry },
  {
    files: PHP,
    pattern: /(?<![\w>:$])(?:register_shutdown_function|set_exception_handler)\s?\(/g,
    what: HOOK,
    suspect: (place) => {
      const handler = hookIn(place)
      const isEmpty = place.match[0].startsWith('set_') && /\{\s{0,40}\}|=>\s?null/.test(handler)
      return /\b(?:exit|die)\s?(?:\(\s?0?\s?\))?\s?;|=>\s?exit\(0?\)/.test(handler) || isEmpty
        ? wholeMatch(place)
        : undefined
    },
  },
  {
    files: SHELL,
    pattern: /^[ \t]{0,20}trap\s{1,9}(?:["']([^"'\n]{0,160})["']|([\w:-]{1,60}))\s[^\n]{0,40}\b(?:EXIT|ERR|0)\b/gm,
    what: HOOK,
    suspect: trapped,
  },
]

function outsideOfEntry(place: RigPlace): RigSpan | undefined {
  return place.text.isEntry ? undefined : wholeMatch(place)
}

/** In a file that others take in: a program ends as it likes. Its handler may be a function that stands beside it. */
function trapped(place: RigPlace): RigSpan | undefined {
  const { text, match } = place
  const isLibrary = /(?:^|\/)(?:lib|src)\//.test(text.path)
  if ((text.isEntry && !isLibrary) || text.isTestSupport) return undefined
  const handler = match[1] ?? match[2] ?? ''
  const [name = ''] = /^[\w:-]+$/.exec(handler) ?? []
  const body = name === '' ? handler : shellBodyOf(text, name)
  return /\bexit 0\b/.test(body) && !/\bexit (?!0\b)/.test(body) ? wholeMatch(place) : undefined
}

function shellBodyOf({ source: { bare, pairs } }: ProductText, name: string): string {
  const found = new RegExp(`^[ \\t]*(?:function[ \\t]+)?${name}[ \\t]*(?:\\(\\))?[ \\t]*\\{`, 'm').exec(bare)
  if (!found) return ''
  const open = found.index + found[0].length - 1
  return bare.slice(open, Math.min((pairs[open] ?? -1) + 1 || open + 200, open + LONGEST_HANDLER))
}

/** Files whose job it is to report a crash. */
const REPORTERS =
  /(?:boot|crash|error|telemetry|monitor|sentry|logg?er|instrument|process|server|app|main|daemon)[\w-]*\.\w+$/i
/** A call, not the name of the error that it is given. */
const REPORTS =
  /\b(?:(?:log\w*|error|warn\w*|report\w*|capture\w*|notify\w*|track\w*|emit|send\w*|write\w*)\s?\(|(?:console|log\w*)\.\w)/

/** Ending badly, passing it on, or reporting it where that is the job of the file is honest. */
function swallowed(place: RigPlace): RigSpan | undefined {
  const { match } = place
  const isNamed = /["'`]|setUncaught/.test(match[0])
  if (!isNamed && !mayBeUncaught(place)) return undefined
  const handler = handlerIn(place)
  if (endsWell(handler)) return wholeMatch(place)
  if (BAD_END.test(handler) || place.text.isTestSupport || endsBadlyByHelper(place, handler)) return undefined
  const isKnown = !/^[^{]{0,200}$/.test(handler) || handler.includes('=>')
  if (!isKnown) return undefined
  const reports = REPORTS.test(handler.replace(/["'`]\w+["'`]/, ''))
  const mayReport =
    place.text.isEntry ||
    place.text.isCommandLine ||
    REPORTERS.test(place.text.path) ||
    /unhandledRejection/.test(match[0])
  return reports && mayReport ? undefined : wholeMatch(place)
}

const UNCAUGHT = /["'`](?:uncaughtException|unhandledRejection)["'`]/

/** An event in a variable: one of the list that a loop goes through, or else one that is named shortly before. */
function mayBeUncaught({ text, at, match }: RigPlace): boolean {
  const near = text.source.bare.slice(Math.max(0, at - 200), at)
  const end = (match.index ?? at) + match[0].length
  const [name] = /[\w$]{1,30}$/.exec(match[0].replace(/.*\(/s, '')) ?? []
  if (name === undefined) return !/^["'`]/.test(text.source.bare.slice(end)) && UNCAUGHT.test(near)
  const list = new RegExp(`\\b(?:const|let|var) ${name.replaceAll('$', '\\$')} of (\\[[^\\]]{0,160}\\])`).exec(
    near,
  )?.[1]
  return UNCAUGHT.test(list ?? near)
}

/** `end(1)`, where that function exits with what it is given. */
function endsBadlyByHelper(place: RigPlace, handler: string): boolean {
  const given = [...handler.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]{0,40})\(\s?[1-9]\d{0,2}\s?\)/g)].slice(
    0,
    MOST_HELPERS,
  )
  return given.some(([, name = '']) => {
    const body = bodyOf(place.text, name)
    const parameter = /\(\s?([A-Za-z_$][\w$]{0,30})\b/.exec(body)?.[1]
    if (parameter === undefined) return false
    return new RegExp(
      `\\b(?:exit|reallyExit|abort)\\(\\s?${parameter.replaceAll('$', '\\$')}\\b|\\bexitCode\\s?=\\s?${parameter.replaceAll('$', '\\$')}\\b`,
    ).test(body)
  })
}

function endsWell(handler: string): boolean {
  return GOOD_END.test(handler) && !BAD_END.test(handler)
}

function isEmptyHandler(handler: string): boolean {
  return /\blambda\b[^:\n]{0,60}:\s?(?:None|0|True)\b|\bdef \w+\([^)\n]{0,120}\)[^:\n]{0,40}:\s{0,60}(?:pass|return(?: None)?)[ \t]*$/m.test(
    handler,
  )
}

const LONGEST_HANDLER = 2000

/** What a hook is given, and the body of the function that it names. */
function handlerIn({ text, at, match }: RigPlace): string {
  const { source } = text
  const end = (match.index ?? at) + match[0].length
  const given = argumentsAt(text, at, end)
  const names = [...given.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]{1,40})(?=["']?\s{0,3}(?:[,)\n]|$))/g)].slice(0, 5)
  const bodies = names.map(([, name = '']) => bodyOf(text, name))
  return [given, ...bodies].join('\n').slice(0, 2 * LONGEST_HANDLER) || source.bare.slice(at, end)
}

/** A handler with what its helpers do; a code that is handed to them counts as 0 where 0 is what they are given. */
function hookIn(place: RigPlace): string {
  const handler = handlerIn(place)
  const called = [...handler.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]{1,40}[?!]?)(?=\s?\(|\s?,|[ \t]+0\b)/g)]
  const names = [...new Set(called.map(([, name = '']) => name))].slice(0, MOST_HELPERS)
  const helpers = names.map((name) => bodyOf(place.text, name)).filter((body) => body !== '' && !handler.includes(body))
  return withGivenCode([handler, ...helpers].join('\n'))
}

const MOST_HELPERS = 8
const EXITS_WITH = /\b(_exit|exit!?|reallyExit|halt|Exit|exitProcess)([ (]\s?)\$?([A-Za-z_]\w{0,30})(?=\s?(?:\)|;|$))/gm
const IS_GIVEN_0 = /[(,]\s?(?:(?:code|status|\w{1,20})\s?[=:]\s?)?0\s?\)|[A-Za-z_]\w{1,40}[ \t]+0[ \t]*(?:\}|$)/m

const CODE_BY_NAME = /(\bexitCode\s?=\s?)([A-Za-z_$][\w$]{0,30})(?![\w$.([])/g

/** A variable that is given nothing but 0. */
function isAlways0(code: string, name: string): boolean {
  const given = [
    ...code.matchAll(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s?=(?!=)\\s?([^\\n;]{1,60})`, 'g')),
  ]
  return given.length > 0 && given.every(([, value = '']) => value.trim() === '0')
}

/** `leave(0)` and `partial(leave, 0)`, or a default of 0. */
function withGivenCode(handler: string): string {
  const isGiven0 = IS_GIVEN_0.test(handler)
  const named = handler.replaceAll(CODE_BY_NAME, (whole, before: string, name: string) =>
    isAlways0(handler, name) ? `${before}0` : whole,
  )
  return named.replaceAll(EXITS_WITH, (whole, exit: string, open: string, name: string) => {
    const isDefault = new RegExp(`\\b${name}(?::\\s?\\w{1,20})?\\s?=\\s?0\\b`).test(handler)
    return isGiven0 || isDefault ? `${exit}${open}0` : whole
  })
}

/** To the closing bracket of the call or block, or to the end of the statement. A decorator is given what it decorates. */
function argumentsAt({ source, blocks }: ProductText, at: number, end: number): string {
  const { bare, code, pairs } = source
  const isDecorator = code.charAt(at) === '@'
  if (isDecorator) {
    const line = lineAt(source, at) + 1
    return bare.slice(lineStart(source, line), endOfIndented(source, line, indentOf(code, lineStart(source, line))))
  }
  const open = bracketNear(code, at, end)
  const partner = open < 0 ? -1 : (pairs[open] ?? -1)
  if (partner > 0) return bare.slice(at, Math.min(partner + 1, at + LONGEST_HANDLER))
  const lineEnds = code.indexOf('\n', end)
  const stop = lineEnds < 0 ? bare.length : lineEnds
  if (blocks === 'indent' && /\bdo\b/.test(code.slice(at, stop))) {
    const line = lineAt(source, at)
    return bare.slice(at, endOfIndented(source, line, indentOf(code, lineStart(source, line))))
  }
  return bare.slice(at, stop)
}

/** The bracket that the match ends in, or the next one on the line. */
function bracketNear(code: string, at: number, end: number): number {
  for (let place = at; place < end; place++) if ('({'.includes(code.charAt(place))) return place
  const next = code.slice(end, end + 80).search(/[({\n]/)
  return next < 0 || code.charAt(end + next) === '\n' ? -1 : end + next
}

function bodyOf({ source, blocks }: ProductText, name: string): string {
  const found = new RegExp(
    `(?:\\b(?:def|function|fun|void)\\s+(?:self\\.)?${name.replaceAll('$', '\\$')}\\b|\\b(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\s?=)`,
  ).exec(source.code)
  if (!found) return ''
  const line = lineAt(source, found.index)
  if (blocks === 'indent') {
    return source.bare.slice(found.index, endOfIndented(source, line, indentOf(source.code, lineStart(source, line))))
  }
  const open = source.code.indexOf('{', found.index)
  const close = open < 0 ? -1 : (source.pairs[open] ?? -1)
  return source.bare.slice(
    found.index,
    Math.min(close < 0 ? found.index + 200 : close + 1, found.index + LONGEST_HANDLER),
  )
}
