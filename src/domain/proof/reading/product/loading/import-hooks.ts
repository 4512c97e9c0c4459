// Product code that changes how other modules are loaded: what tests hold may then be compiled without their assertions.
import { lineAt } from '../../../source/source.ts'
import { PYTHON, SCRIPT } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { wholeMatch } from '../rig-rule.ts'
import { endOfIndented, indentOf, textOf } from '../scope.ts'

const CHANGES = 'product code changes how other files are loaded, and so tests'

export const LOADING_RULES: readonly RigRule[] = [
  {
    files: PYTHON,
    pattern:
      /\bdef (?:get_code|source_to_code|get_data|get_source|decode_source)\(|\bclass \w{1,60}\([^)\n]{0,80}\bNodeTransformer\b/g,
    what: CHANGES,
    isOftenMeant: true,
    suspect: (place) => (installs(place) && rewrites(place) ? ofTheProduct(place) : undefined),
  },
  {
    files: PYTHON,
    pattern:
      /(?<![\w.])(?:builtins\.(?:__import__|compile)|(?:importlib\.(?:machinery|abc|util|_bootstrap\w{0,9})\.){0,2}(?:Source(?:File)?Loader|FileLoader|ExtensionFileLoader|PathFinder)\.\w{1,30})\s?=(?!=)/g,
    what: CHANGES,
    suspect: ofTheProduct,
  },
  {
    files: SCRIPT,
    pattern:
      /(?:\bprototype|\b[Mm]odule)\s?\._compile\s?=(?![=>])|\b(?:require\.extensions|[Mm]odule\._extensions)\[[^\]\n]{1,20}\]\s?=(?![=>])|\bregisterHooks\(|\baddHook\(/g,
    what: CHANGES,
    isOftenMeant: true,
    suspect: (place) =>
      REPLACES.test(place.text.source.bare.slice(place.at, place.at + FARTHEST)) ? ofTheProduct(place) : undefined,
  },
]

const FARTHEST = 600
/** Cuts something out of the text of a module. */
const REPLACES = /\.replace(?:All)?\(\s?(?:\/|["'`])|\.split\([^)\n]{1,40}\)\s?\.(?:filter|map|join)\(/

function ofTheProduct(place: RigPlace): RigSpan | undefined {
  return place.text.isTestSupport ? undefined : wholeMatch(place)
}

/** A loader that nobody puts among the others loads only what it is asked for. */
function installs({ text: { source } }: RigPlace): boolean {
  return /\b(?:sys\.)?(?:meta_path|path_hooks)\b|\bspec\.loader\s?=|\bSourceFileLoader\b/.test(source.code)
}

/** Something else than what the file says is compiled: without assertions, or after its text or tree was changed. */
function rewrites(place: RigPlace): boolean {
  const { text, at } = place
  const { source } = text
  const to = endOfIndented(source, lineAt(source, at), indentOf(source.code, at - leftOf(source.code, at)))
  const body = textOf(text, { from: at, to })
  return /\boptimize\s?=|\.replace\(|\bre\.sub\(|\bvisit\w*\(|\bdef visit_(?:Assert|Call|Raise|Expr)\b|\bsplitlines\(|\bast\.\w/.test(
    body,
  )
}

/** How far the line begins before it. */
function leftOf(code: string, at: number): number {
  return at - (code.lastIndexOf('\n', at - 1) + 1)
}
