// How Python reaches beyond its own values.
import type { SourceText } from '../../../source/source.ts'
import { anyOf, type ReachPatterns } from './reach.ts'

/** Everything about the interpreter but what is only read, written to, or fails. */
const SYS =
  /(?<![\w.]|\bimport .{0,200})sys\b(?!\s*[=:]|\s*\.\s*(?:(?:argv|\w*version(?:_info)?|platform|stdin|maxsize|getsizeof|executable|byteorder|[gs]etrecursionlimit|intern|implementation|get\w*encoding\w*|hexversion|maxunicode|float_info|prefix|base_prefix|exc_info)\b|(?:__)?std(?:out|err)(?:__)?\s*(?:\)|,(?!.*=\s*[\w.]*std)|\.\s*(?:write|flush|isatty|fileno|writelines|buffer\s*\.\s*write)\s*\(|\.\s*(?:encoding|errors)\b)|exit\s*\(\s*(?:[1-9]\d{0,2}\s*\)|f?["'])))/

const OS =
  /(?<![\w.])os\s*\.\s*(?:_\w+|abort|kill\w*|exec\w+|fork\w*|dup2?|register_at_fork|posix_spawn\w*|spawn\w+|closerange|close\s*\(\s*[12]\s*\)|write\s*\(\s*[12]\s*,|setsid|ptrace)\b|(?<![\w.]|\bimport .{0,200})os\b(?!\s*[.=:])/

const ENDS =
  /\bSystemExit\b(?!\s*\(\s*(?:[1-9]|f?["']))|\braise\s+(?:KeyboardInterrupt|GeneratorExit)\b|\(\s*(?:KeyboardInterrupt|GeneratorExit|BaseException)\s*\)\s*:|(?<![\w.]|\bdef\s)(?:exit|quit)\s*\(\s*(?![1-9])|\b(?:SkipTest|skipTest)\b|\bthreading\s*\.\s*(?:Thread|Timer|main_thread|_\w+|excepthook|set\w+)\b|\bweakref\s*\.\s*finalize\b|\bdef\s+__del__\b/

const MODULES =
  /^\s*(?:>>>\s*)?(?:from\s+|import\s+(?:[\w., ]+,\s*)?)(?:ctypes|cffi|gc|atexit|signal|faulthandler|importlib(?!\.(?:metadata|resources)\b| import (?:metadata|resources)\b)|builtins|__builtin__|_?unittest2?|_?pytest|nose|doctest|hypothesis|testtools|mock|runpy|codeop|marshal|imp|zipimport|pkgutil|site|sitecustomize|_thread|_signal|_weakref|_ctypes|_posixsubprocess|posix|nt|bdb|tracemalloc|cProfile|profile)\b|^\s*from\s+os\s+import\s+.*(?:_exit|abort|kill|exec\w+|fork|dup2?|spawn\w+|\*)|^\s*from\s+sys\s+import\s+(?!(?:(?:argv|platform|version_info|version|maxsize|executable|stdin|byteorder|getsizeof|intern)[\s,]*)+$)|^\s*import\s+(?:sys|os)\s+as\b|^\s*from\s+threading\s+import\s+.*\b(?:Thread|Timer|main_thread|\*)|^\s*from\s+weakref\s+import\s+.*\b(?:finalize|\*)|^\s*from\s+contextlib\s+import\s+.*\bredirect_std|\bredirect_std(?:out|err)\b/

const INNER =
  /\.\s*(?:f_(?:globals|locals|back|trace|code|builtins)|tb_frame|gi_frame|cr_frame)\b|\binspect\s*\.\s*(?:currentframe|stack|trace|getouterframes)\b|\bfrom\s+inspect\s+import\s+.*\b(?:currentframe|stack|trace|getouterframes)\b|__(?:subclasses|mro|bases|globals|code|closure|builtins|import|loader|unittest)__|\bmro\s*\(\s*\)|__class__\s*=(?!=)|(?<!self)\.\s*__dict__\s*(?:\[|\.\s*(?:update|pop|clear|setdefault|__setitem__)\b)|\btypes\s*\.\s*(?:CodeType|FunctionType)\b|\bFinalize\s*\(/

const TEXT_AS_CODE =
  /(?<![\w.]|\bdef\s)(?:exec|eval|compile)\s*\(|(?<![\w.])globals\s*\(\s*\)\s*(?:\[|\.\s*(?:update|pop|setdefault|clear)\b)/

const FOREIGN =
  /(?<![\w.]|\bdef\s)(?:setattr|delattr)\s*\(\s*(?!self\s*,|cls\s*,|obj\s*,|instance\s*,|args\s*,|namespace\s*,|options\s*,|result\s*,)|\btype\s*\(\s*(?!self\b)[\w.]+\s*\)\s*\.\s*\w+\s*=(?!=)|__class__\s*\.\s*\w+\s*=(?!=)|\bdef\s+(?:pytest_\w+|load_tests|setUpModule|tearDownModule)\b|\b(?:load_tests|addModuleCleanup|addClassCleanup)\b/

const NAMED = /["']\/(?:proc|dev)\/(?:self|\d|fd|std|tty)|["'](?:_exit|abort|builtins|unittest|pytest|ctypes)["']/

const CHANGED =
  /^\s*([A-Za-z_]\w*)(?:\s*\.\s*\w+|\s*\[[^\]\n]{0,80}\]){0,6}\s*\.\s*\w+\s*(?::[^=\n]{1,80})?[-+|&*]?=(?!=)|^\s*del\s+([A-Za-z_]\w*)\s*\./g

export const PYTHON_REACH: ReachPatterns = {
  hint: /\b(?:sys|os)\b|Exit|Interrupt|BaseException|exit|quit|skipTest|SkipTest|threading|finalize|__|import|f_\w|_frame|inspect|mro|types|Finalize|exec|eval|compile|globals|attr|type\s*\(|pytest|load_tests|Module|Cleanup|redirect_std|\/proc|\/dev|["'](?:_exit|abort|builtins|gc)|\.\s*\w+\s*(?::[^=\n]{0,80})?[-+|&*]?=|\bdel\b/,
  code: anyOf(SYS, OS, ENDS, MODULES, INNER, TEXT_AS_CODE, FOREIGN),
  named: NAMED,
  changed: CHANGED,
  borrowed,
  builtin: /^(?:builtins|__builtins__|sys|os|unittest)$/,
  idle: /^if __name__ == ["'][ \w]*["']:\s*$/,
}

const MOST_NAMES = 500

function borrowed({ code }: SourceText): ReadonlySet<string> {
  const imports = code.matchAll(
    /^[ \t]*(?:from[ \t]+[.\w]+[ \t]+import[ \t]+(?:\(([^)]{1,2000})\)|([^\n(]{1,500}))|import[ \t]+([^\n]{1,300}))/gm,
  )
  const names = Array.from(imports).flatMap(([, long, list, modules]) =>
    (long ?? list ?? modules ?? '').split(',').flatMap((one) => nameIn(one)),
  )
  return new Set(names.slice(0, MOST_NAMES))
}

/** `a.b as c` is `c`, and `a.b` is `a`. */
function nameIn(one: string): string[] {
  const [, own] = /\bas\s+(\w+)/.exec(one) ?? []
  const name = own ?? /^\s*(\w+)/.exec(one)?.[1]
  return name === undefined ? [] : [name]
}
