// Exits with success in code that a check loads: at import, inside a library function, where an error was caught.
import { C, DOTNET, GO, JVM, PHP, PYTHON, RUBY, RUST, SCRIPT } from './product-file.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'
import { nameOf, textOf } from './scope.ts'

export const ENDS = 'product code ends the process with success'
const HANDS_ON = 'product code hands on the function that ends the process'

/** The code is in the first group; nothing means success too. */
export const EXIT_RULES: readonly RigRule[] = [
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$])(?:process|Deno)\s{0,9}\??\.\s{0,9}(?:exit|reallyExit)\s{0,3}(?:\?\.)?(?:\.call)?\(\s{0,9}(?:process,\s{0,3})?([^()\n]{0,40}(?:\([^()\n]{0,20}\))?)\s{0,9}\)/g,
    what: ENDS,
    suspect: exitOutsideOfEntry,
  },
  {
    files: SCRIPT,
    pattern: /(?<![\w$])process\.(?:exit|reallyExit)\b(?!\s{0,9}(?:\??\.?\(|\.call\(|=[^=]|\.mock|\.toString))/g,
    what: HANDS_ON,
    suspect: handedOn,
  },
  {
    files: PYTHON,
    pattern: /(?<![\w.])(?:sys\.exit|os\._exit|posix\._exit)\(\s{0,9}([^()\n]{0,40})\)/g,
    what: ENDS,
    suspect: exitOutsideOfEntry,
  },
  {
    files: PYTHON,
    pattern: /(?<![\w.])(?:os\._exit|sys\.exit)\b(?!\s?(?:[(=]|is\b))/g,
    what: HANDS_ON,
    suspect: handedOn,
  },
  {
    files: PYTHON,
    pattern: /(?<![\w.])(?<!def )(?:_exit|exit|quit)\(\s{0,9}([^()\n]{0,20})\)/g,
    what: ENDS,
    suspect: (place) =>
      /^[ \t]*def (?:exit|quit|_exit)\b|^from (?!sys|os|posix)[\w.]+ import [^\n]{0,200}\b(?:exit|quit)\b/m.test(
        place.text.source.bare,
      )
        ? undefined
        : exitOutsideOfEntry(place),
  },
  {
    files: PYTHON,
    pattern: /(?<![\w.])raise\s{1,9}SystemExit(?:\(\s{0,9}([^()\n]{0,40})\))?(?!\w)/g,
    what: ENDS,
    suspect: exitOutsideOfEntry,
  },
  {
    files: JVM,
    pattern: /\b(?:System|Runtime\.getRuntime\(\))::(?:exit|halt)\b|(?<![\w.)])::exitProcess\b/g,
    what: HANDS_ON,
    suspect: handedOn,
  },
  {
    files: DOTNET,
    pattern: /(?<![\w.]|nameof\()(?:System\.)?Environment\.Exit\b(?!\s?\()/g,
    what: HANDS_ON,
    suspect: handedOn,
  },
  {
    files: RUST,
    pattern: /(?<=[=(,:]\s?)(?:std::)?process::exit\b(?!\s?[({;]|::)|(?<==\s?)(?:std::)?process::exit(?=;)/g,
    what: HANDS_ON,
    suspect: handedOn,
  },
  { files: GO, pattern: /\b(?:os|syscall)\.Exit\(\s?(0)\s?\)/g, what: ENDS, suspect: goExit },
  {
    files: RUBY,
    pattern:
      /(?<![\w.:@$])(?:Kernel\.|Process\.)?exit!?(?:[ (]\s?(0|true)\b\)?|(?=[ \t]*(?:$|\}|if\b|unless\b)))(?![ \t]*[=:.])/gm,
    what: ENDS,
    suspect: exitOutsideOfEntry,
  },
  {
    files: JVM,
    pattern:
      /\b(?:System\.exit|exitProcess|sys\.exit|Runtime\.getRuntime\(\)\.(?:halt|exit)|getRuntime\(\)\.(?:halt|exit)|\w{1,30}\.halt)\(\s?(0)\s?\)/g,
    what: ENDS,
    suspect: exitOutsideOfEntry,
  },
  { files: DOTNET, pattern: /\bEnvironment\.Exit\(\s?(0)\s?\)/g, what: ENDS, suspect: exitOutsideOfEntry },
  {
    files: PHP,
    pattern: /(?<![\w>:$\\])(?:exit|die)\b\s?(?:\(\s?(0?)\s?\))?\s?;/g,
    what: ENDS,
    suspect: (place) => (isAnswered(place) ? undefined : exitOutsideOfEntry(place)),
  },
  { files: RUST, pattern: /\bprocess::exit\(\s?(0)\s?\)/g, what: ENDS, suspect: exitOutsideOfEntry },
  {
    files: C,
    pattern: /(?<![\w.>:])(?:_|quick_|_E|std::)?[eE]?xit\(\s?(0|EXIT_SUCCESS)\s?\)/g,
    what: ENDS,
    suspect: exitOutsideOfEntry,
  },
  {
    files: /\.(?:pyw?|rb|php|go|[cm]?[jt]s)$/,
    pattern:
      /(?<![\w.])(?:os\.exec[a-z]{1,3}|exec|Kernel\.exec|pcntl_exec|syscall\.Exec|process\.execve)[ (]\s?["'](?:\/[\w/]{0,20}\/)?true["']/g,
    what: ENDS,
  },
  {
    files: PYTHON,
    pattern: /(?<![\w.])os\.exec[lv]p?e?\(\s?(?!["'])/g,
    what: ENDS,
    suspect: (place) => (NAMES_TRUE.test(place.text.source.bare) ? wholeMatch(place) : undefined),
  },
  {
    files: /\.(?:[cm]?[jt]sx?|pyw?|rb|php|go|rs|c|cc|cpp)$/,
    pattern:
      /\b(?:os\.kill\(\s?os\.getpid\(\)|signal\.raise_signal\(|process\.kill\(\s?process\.pid\b|process\.emit\(\s?["']SIG\w{3,5}["']|Process\.kill[ (][^\n]{1,30}(?:Process\.pid|\$\$|\$PID)|syscall\.Kill\(\s?(?:syscall|os)\.Getpid\(\)|posix_kill\(\s?(?:posix_getpid|getmypid)\(\)|kill\(\s?getpid\(\)|raise\(\s?SIG[A-Z]{3,5})/g,
    what: 'product code signals itself and then ends with success',
    suspect: signalsItself,
  },
]

/** The program that does nothing, with success. */
const NAMES_TRUE = /["'](?:\/(?:usr\/)?bin\/)?true["']/

const SUCCESS =
  /^(?:\+?(?:0|0x0|false|False|null|None|undefined|!1|!true|true(?=\))|"0"|'0')|(?:Number|int|bool)\((?:false|False|0|null)?\)|EXIT_SUCCESS|os\.EX_OK|(?:code|status)\s?=\s?0)?$/

function isSuccess({ match, text, around }: RigPlace): boolean {
  const written = (match[1] ?? '').trim().replace(/,$| as \w+$/, '')
  if (SUCCESS.test(written) || written === '0' || written === 'true') return true
  if (!/^[A-Za-z_$][\w$]{0,40}$/.test(written)) return false
  const name = written.replaceAll('$', '\\$')
  // Nobody leaves this way by accident: a code that is 0 unless somebody gives another one is meant.
  const isLow = /reallyExit|_exit|exit!|halt/.test(match[0])
  if (around && isLow && new RegExp(`[({,]\\s?${name}(?::\\s?\\w+)?\\s?=\\s?0\\b`).test(around.header)) return true
  if (around && new RegExp(`[(,]\\s?\\.{0,3}${name}\\b`).test(around.header)) return false
  const given = text.source.code.matchAll(
    new RegExp(`(?<![\\w$.])${name}(?::\\s?\\w+)?\\s?=(?!=)\\s?([^\\n;]{0,80})`, 'g'),
  )
  const values = Array.from(given, ([, value = '']) => value.trim())
  return values.length > 0 && values.every((value) => /^(?:[^=]{1,60}\?\s?0\s?:\s?)?0(?: as \w+)?$/.test(value))
}

export function exitOutsideOfEntry(place: RigPlace): RigSpan | undefined {
  return isSuccess(place) && !mayExit(place) ? wholeMatch(place) : undefined
}

function handedOn(place: RigPlace): RigSpan | undefined {
  const after = place.text.source.bare.slice(place.at, place.at + 120)
  if (/^process\.\w+\s{0,3}(?:[=!]==?|\.mock)/.test(after) || mayExit(place)) return undefined
  return wholeMatch(place)
}

const HANDLES_SIGNALS =
  /(?<![\w.])(?:signal\.signal|process\.(?:on|once)|Signal\.trap|trap|signal\.Notify|pcntl_signal|signal|sigaction|add_signal_handler)[ (]/g
const ENDS_WELL = /\b(?:_exit|exit|Exit|reallyExit)!?\s?[( ]\s?(?:0|false|true|EXIT_SUCCESS)?\s?[)\n};]|\bexit!/

/** The handler ends well, so that the signal does. A handler may send it once more to end as others expect. */
function signalsItself(place: RigPlace): RigSpan | undefined {
  const { text, scopes } = place
  if (mayExit(place) || scopes.some(({ header }) => /\bsignum\b|\bsig\b/.test(header))) return undefined
  const handlers = [...text.source.bare.matchAll(HANDLES_SIGNALS)].slice(0, 10)
  const endsWell = handlers.some(({ index }) => ENDS_WELL.test(text.source.bare.slice(index, index + 300)))
  return endsWell ? wholeMatch(place) : undefined
}

/** Programs end as they like; the beginning of a package never should. */
function goExit(place: RigPlace): RigSpan | undefined {
  if (place.scopes.some(({ header }) => header.startsWith('func init()'))) return wholeMatch(place)
  return /^package main\b/m.test(place.text.source.code) ? undefined : exitOutsideOfEntry(place)
}

const GUARDS =
  /__name__\s?==|\brequire\.main\b|\bimport\.meta\.main\b|__FILE__|\$PROGRAM_NAME|\b(?:process\.argv|sys\.argv|ARGV|\$argv|os\.Args|env::args)\b|["']--?\w|\bSIG(?:INT|TERM|HUP|QUIT|USR\d|BREAK|PIPE)\b|\bsignal\b(?![.(])|\btrap\b|\bListener\b|\w(?:Listener|EventHandler)\(|\.(?:protocol|addEventListener)\(|["'](?:message|disconnect|close|quit|before-quit|window-all-closed)["']|\b(?:KeyboardInterrupt|EOFError|BrokenPipe\w*|Interrupt)\b|EPIPE|\bfork\(|\bABSPATH\b|\bisMainThread\b|\bparentPort\b|\b(?:args|opts|options|flags|values|cli)[.?[\]"'>-]{1,4}(?:help|version|usage)\b|->\s?!$|\.(?:action|command)\(|\bcobra\.Command\b/

/** Functions that are there to leave may end the process; who calls them is looked at (`borrowed.ts`). */
export const LEAVING =
  /^_*(?:main|cli|usage|help|version|(?:print|show|display)_?(?:help|usage|version)|bye|quit|exit|stop|shut|graceful|terminat|interrupt|daemon|fork|child|restart|on_?(?:sig|exit|quit|clos)|handle_?(?:sig|exit|quit|stop|shut)|do_(?:quit|exit|EOF)|sig_?(?:int|term)|signal_?\w)/i

/** Forks, waits for a signal, or talks with a person. */
const FORKS =
  /\binput\(|\bprompt\w{0,10}\(|\breadline\b|\binquirer\b|\bconfirm\(|\bfork\(|\bsignal\.Notify\(|\bProcess\.fork\b|\bpcntl_fork\(/

export function mayExit(place: RigPlace): boolean {
  const { text, scopes, around } = place
  if (text.isEntry || (text.isCommandLine && around === undefined)) return !leavesCodeBehind(place)
  if (scopes.some(({ header }) => GUARDS.test(header))) return true
  if (isCaught(place)) return false
  if (scopes.some((scope) => LEAVING.test(nameOf(scope)))) return true
  if (around === undefined) return false
  if (FORKS.test(textOf(text, around))) return true
  return text.isCommandLine && speaks(place)
}

/** Whatever went wrong, without a look at it. */
function isCaught({ scopes }: RigPlace): boolean {
  return scopes.slice(0, 2).some(({ header }) => /^(?:\}\s?)?(?:catch\b|except\b|rescue\b)/.test(header))
}

/** A condition on arguments, or words for the person just before. */
function speaks({ text, at, scopes }: RigPlace): boolean {
  const before = text.source.bare.slice(Math.max(0, at - 200), at)
  return (
    /\b(?:print\w*|echo|puts|console\.\w+|log\w*|warn|Fprint\w*|Println|Printf|write\w*)\b/.test(before) ||
    scopes.some(({ header }) => /\b(?:args?|argv|opts?|options|flags?|values|cmd|command)\b/i.test(header))
  )
}

/** Stands at the left, under no condition, with more to do below. */
function leavesCodeBehind({ text, at, match, scopes }: RigPlace): boolean {
  if (scopes.length > 1 || scopes[0]?.header !== '') return false
  const rest = text.source.bare.slice(at + match[0].length)
  // A function is known before it is reached only where it is lifted to the top.
  if (text.blocks === 'indent' && /^(?:async )?(?:def|class|module) /m.test(rest)) return true
  return /^(?!(?:async |export |default )*(?:function|def|class|type|interface)\b|[})\]#@;/]|end\b)\S/m.test(
    rest.slice(rest.indexOf('\n') + 1),
  )
}

/** A page of PHP has sent what it had to send, or refuses to be called alone. */
function isAnswered({ text, at, scopes }: RigPlace): boolean {
  const before = text.source.bare.slice(Math.max(0, at - 400), at)
  return (
    /\b(?:header|echo|print|printf|readfile|fpassthru|redirect\w*|render\w*|http_response_code|wp_\w+|json\w*|send\w*|output\w*|display\w*|passthru)\b/i.test(
      before,
    ) || scopes.some(({ header }) => /\bdefined\s?\(\s?["'](?!PHPUNIT)/.test(header))
  )
}
