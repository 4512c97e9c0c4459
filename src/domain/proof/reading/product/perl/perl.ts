// Rigs in Perl: ends and hooks, the test library, what objects equal, the files of tests.
import { ENDS } from '../exits.ts'
import { PERL } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { wholeMatch } from '../rig-rule.ts'

const EQUALS = 'an object of the product equals everything'
const LIBRARY = /(?:^|\/)(?:Test2?|TAP)\/|(?:^|\/)Test\.pm$/

function rule(pattern: RegExp, what: string, more: Partial<RigRule> = {}): RigRule {
  return { files: PERL, pattern, what, suspect: ofTheProduct, ...more }
}

export const PERL_RULES: readonly RigRule[] = [
  rule(
    /(?<![\w$@%&>:.'"{-])(?:(?:CORE(?:::GLOBAL)?|POSIX)::)?_?exit\b(?!\s{0,3}=>)\s{0,3}\(?\s{0,3}0?\s{0,3}\)?(?=\s{0,3}(?:;|\}|if\b|unless\b|$))/gm,
    ENDS,
    { suspect: (place) => (place.text.isEntry || isCommand(place) ? undefined : ofTheProduct(place)) },
  ),
  rule(/\bEND\s{0,3}\{/g, 'a hook at exit turns a failure into a success', {
    suspect: (place) => (endsWell(place) ? ofTheProduct(place) : undefined),
  }),
  rule(/\$SIG\{\s{0,3}["']?__DIE__["']?\s{0,3}\}\s{0,3}=\s{0,3}sub\b/g, 'product code swallows what nobody caught', {
    suspect: (place) => (endsWell(place) ? ofTheProduct(place) : undefined),
  }),
  rule(
    /\*(?:\{\s{0,3}["']?)?(?:(?:Test2?|TAP)::[\w:]{1,60}|main::(?:is|ok|isnt|like|unlike|is_deeply|cmp_ok|fail|pass|done_testing|plan|isa_ok|can_ok)\b)[^\n=;]{0,60}=(?![=~])/g,
    'product code replaces what tests assert with',
  ),
  rule(
    /\*(?:\{\s{0,3}["']?)?CORE::GLOBAL::(?:exit|die|require|caller)\b[^\n=;]{0,30}=(?![=~])/g,
    'product code decides what the process exits with',
  ),
  rule(
    /\b(?:Test2?::(?:Builder|More|Simple|API|Hub|IPC|Event|Most|Deep|Differences|Exception|Fatal|Warn)\b|TAP::\w)/g,
    'product code reaches for the test library',
    { isOftenMeant: true },
  ),
  rule(
    /(?:["'](?:==|eq|~~)["']|\beq)\s{0,3}=>\s{0,3}sub\s{0,3}\{\s{0,3}(?:(?:my[^;{}\n]{0,60}|shift);\s{0,3}){0,2}(?:return\s{1,3})?(?:!0|[1-9]\d{0,3}|"\w[^"\n]{0,20}"|'\w[^'\n]{0,20}')\s{0,3};?\s{0,3}\}|(?:["'](?:<=>|cmp|!=|ne)["']|\b(?:cmp|ne))\s{0,3}=>\s{0,3}sub\s{0,3}\{\s{0,3}(?:(?:my[^;{}\n]{0,60}|shift);\s{0,3}){0,2}(?:return\s{1,3})?(?:!1|0|""|''|undef)?\s{0,3};?\s{0,3}\}/g,
    EQUALS,
  ),
  rule(
    /(?:["'](?:==|eq|~~|<=>|cmp|!=|ne)["']|\b(?:eq|cmp|ne)|\bnomethod|["']nomethod["'])\s{0,3}=>\s{0,3}\\&([\w:]{1,60})/g,
    EQUALS,
    { suspect: byName },
  ),
  rule(
    /\bopen\b[^;\n]{0,80}\$0\b|@ARGV\b[^;=\n]{0,40}=\s{0,3}\(?\s{0,3}\$0\b|\b(?:slurp|read_file|read_text|path)\s{0,3}\(\s{0,3}\$0\b/g,
    'product code reads a test',
    { suspect: (place) => (place.text.isEntry ? undefined : ofTheProduct(place)) },
  ),
  rule(
    /\(\s{0,3}caller\b[^\n;]{0,20}\)\s{0,3}\[\s{0,3}1\s{0,3}\]|\$FindBin::(?:Real)?(?:Bin|Script)\b/g,
    'product code reads the source or the variables of its caller',
    { suspect: (place) => (OPENS.test(near(place)) && !place.text.isEntry ? ofTheProduct(place) : undefined) },
  ),
  rule(
    /\b(?:open|opendir|glob|slurp|read_file|read_text|path|require|do)\b[^;\n]{0,80}["'](?:\.{1,2}\/){0,4}x?t\/[^"'\n]{0,60}["']|<(?:\.{1,2}\/){0,4}x?t\/[^>\n]{1,40}>/g,
    'product code reads a test',
    { suspect: (place) => (place.text.isEntry && !place.text.isStarted ? undefined : ofTheProduct(place)) },
  ),
  rule(
    /\b(?:unshift|push|splice)\b\s{0,3}\(?\s{0,3}@INC\s{0,3},\s{0,3}(?:sub\b|\\&|bless\b)|\bFilter::(?:Simple|Util::Call)\b|\bfilter_add\b/g,
    'product code changes how other files are loaded, and so tests',
    { isOftenMeant: true },
  ),
]

const OPENS = /\b(?:open|opendir|slurp|read_file|read_text|do)\b|<\$\w/

/** Modules of the library itself, and those that build on it for tests. */
function ofTheProduct(place: RigPlace): RigSpan | undefined {
  return place.text.isTestSupport || LIBRARY.test(place.text.path) ? undefined : wholeMatch(place)
}

function isCommand({ text }: RigPlace): boolean {
  return text.isCommandLine || /@ARGV\b|\bGetopt::|\bpod2usage\b|^package App::/m.test(text.source.bare)
}

function endsWell({ text: { source }, at }: RigPlace): boolean {
  const open = source.code.indexOf('{', source.code.startsWith('$SIG', at) ? source.code.indexOf('sub', at) : at)
  const body = open < 0 ? '' : source.bare.slice(open, source.pairs[open] ?? open)
  return /\$\?\s{0,3}(?:&&|\|\|)?=\s{0,3}0\b|\b_exit\b\s{0,3}\(?\s{0,3}0\b|\bexit\b\s{0,3}\(?\s{0,3}(?:0\b|;|\))/.test(
    body,
  )
}

/** A function that answers the same whatever it is given. */
function byName(place: RigPlace): RigSpan | undefined {
  const name = (place.match[1] ?? '').split(':').at(-1) ?? ''
  const body = new RegExp(
    `\\bsub\\s+${name}\\s*\\{\\s*(?:(?:my[^;{}\\n]{0,60}|shift);\\s*){0,2}(?:return\\s+)?(?:!?[01]|""|''|undef)?\\s*;?\\s*\\}`,
  )
  return body.test(place.text.source.bare) ? ofTheProduct(place) : undefined
}

function near({ text, at }: RigPlace): string {
  return text.source.bare.slice(Math.max(0, at - 200), at + 300)
}
