// Product code that reads what its caller holds: its source, its constants, its variables. A test holds what it expects.
import { CALLER_RULES, READS } from './callers.ts'
import { PYTHON, RUBY, SCRIPT } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { wholeMatch } from '../rig-rule.ts'
import { textOf } from '../scope.ts'

export const CONTENT_WHAT = 'product code reads the source or the variables of its caller'

export const CONTENT_RULES: readonly RigRule[] = [
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$])([\w$]{1,40}|arguments\.callee)(?:\?\.|\.)?(?:(?<=\.)caller\b|\[\s?["'`]caller["'`]\s?\])(?!\s?[=:(](?!=))/g,
    what: CONTENT_WHAT,
    suspect: ofAFunction,
  },
  {
    files: SCRIPT,
    pattern: /["'](?:Debugger\.\w{1,30}|Runtime\.(?:evaluate|getProperties|queryObjects))["']|\bqueryObjects\(/g,
    what: CONTENT_WHAT,
    suspect: (place) =>
      /["'](?:node:)?inspector(?:\/promises)?["']|["']v8["']/.test(place.text.source.bare) ? own(place) : undefined,
  },
  {
    files: PYTHON,
    pattern:
      /\bf_locals(?:\.(?:get\(\s?[a-z_]|items\(|values\()|\[\s?[a-z_])|\bco_consts\b|\bcode_context\b|\bgetattr\(\s?\w{1,30},\s?["']f_locals["']/g,
    what: CONTENT_WHAT,
    isLastResort: true,
    suspect: (place) => (WALKS_FRAMES.test(place.text.source.bare) ? own(place) : undefined),
  },
  {
    files: RUBY,
    pattern: /\blocal_variable(?:s|_get|_set)\b/g,
    what: CONTENT_WHAT,
    suspect: (place) =>
      /\bTracePoint\b|\bset_trace_func\b|\bof_caller\b|\bcallers\b/.test(place.text.source.bare)
        ? own(place)
        : undefined,
  },
  ...CALLER_RULES.filter(({ what }) => what === READS).map(({ files, pattern }) => ({
    files,
    pattern,
    what: CONTENT_WHAT,
    isLastResort: true,
    suspect: opensTheFile,
  })),
]

export const WALKS_FRAMES =
  /\b(?:_getframe|currentframe|f_back|setprofile|settrace|_current_frames|sys\.monitoring)\b|\binspect\.(?:stack|getouterframes)\b/

function own(place: RigPlace): RigSpan | undefined {
  return place.text.isTestSupport ? undefined : wholeMatch(place)
}

/** A record may have a field of that name; a function has it from the engine. */
function ofAFunction(place: RigPlace): RigSpan | undefined {
  const { bare } = place.text.source
  const name = (place.match[1] ?? '').replaceAll('$', '\\$')
  const isFunction =
    name === 'arguments.callee' ||
    new RegExp(
      `\\bfunction\\*? ${name}\\b|\\b(?:const|let|var) ${name}\\s?=\\s?(?:async )?(?:function\\b|\\([^()\\n]{0,80}\\)\\s?=>)`,
    ).test(bare) ||
    /\bFunction\.prototype\.toString\b|\bcaller\b[^\n]{0,20}\.toString\(\)/.test(bare)
  return isFunction ? own(place) : undefined
}

export const OPENS =
  /\b(?:readFile\w*|read_text|readlines|linecache|getlines?|getsource(?:lines)?|File\.(?:read\w*|ReadAll\w+|ReadLines|foreach)|IO\.read\w*|file_get_contents|SplFileObject|ReadFile|ParseFile|Files\.\w+|read_to_string)\b|(?<![\w.>$])(?:open|file|fopen)\(/
/** Cuts literals out of code. */
const CUTS =
  /\[\^\\{0,3}["'`]|\(\\{0,3}["'`]\.|literal_eval|\bast\.(?:parse|walk)|\bparser\.Parse\w+|\beval\(|\(\[?["'`\\]{1,4}\]?\)|\.split\(\s?["'][,()"'\\]{1,2}["']/

function opensTheFile(place: RigPlace): RigSpan | undefined {
  const { text, around } = place
  if (!around || !OPENS.test(textOf(text, around)) || !CUTS.test(text.source.bare)) return undefined
  return own(place)
}
