// How JavaScript and TypeScript reach beyond their own values.
import type { SourceText } from '../../../source/source.ts'
import { anyOf, type ReachPatterns } from './reach.ts'

/** Of the process, what is only read, or changes nothing about how it ends. */
const PROCESS_READ =
  /env|argv0?|exec(?:Argv|Path)|platform|arch|versions?|release|cwd|chdir|hrtime|uptime|(?:constrained|available)Memory|memoryUsage|(?:cpu|resource)Usage|nextTick|pid|title|umask|get\w{1,5}id|stdin|features|config|emitWarning|loadEnvFile/
const STREAM_USED =
  /std(?:out|err)\s*\??\.\s*(?:write\s*\(|isTTY\b|columns\b|rows\b|fd\b|(?:getColorDepth|hasColors)\b)/
const FAILS =
  /exit\s*\(\s*[1-9]\d{0,2}\s*\)|exitCode\s*=\s*[1-9]\d{0,2}\s*(?:[;})]|$)|exitCode\s*(?:\)|[!=]==?|\?\?|&&|\|\|)/

/** Everything else about it. `process` may be a function of somebody's own, or a property. */
const PROCESS = new RegExp(
  `(?<![\\w$.#]|function\\s|async\\s|typeof\\s|\\bfunction\\*\\s)process\\b(?!\\s*[(:]|\\s*=\\s*(?:[a-z]{5}\\s+import|require)\\b|\\s+from\\b|\\s*(?:\\?\\.|\\.)\\s*(?:(?:${PROCESS_READ.source})\\b|${STREAM_USED.source}|${FAILS.source}))`,
)

const ENDS =
  /\breallyExit\b|\.\s*exitCode\s*=(?!=|\s*[1-9]\d{0,2}\s*(?:[;})]|$))|(?<=[\w$)\]])\??\.\s*(?:_?exit|dlopen)\s*\(\s*(?!\))(?![1-9])|\bFinalizationRegistry\b|\bDeno\s*\??\.\s*(?:exit\w*|kill|addSignalListener|dlopen|core|test|internal|\w*[sS]td\w+)|\bBun\s*\??\.\s*(?:plugin|jest|gc|unsafe|main|Transpiler|FFI)\b/

const LOADING =
  /(?<![\w$.])require\s*\.\s*(?:cache|extensions)\b|(?<![\w$.])require\s*\.\s*main\b(?!\s*[!=]==?\s*module\b)|(?<![\w$.])(?:require|module)\s*\[|(?<![\w$.])module\s*\.\s*(?:constructor|parent|children|_\w+)|\bModule\s*\.\s*_\w+|\bregisterHooks\b|\bgetBuiltinModule\b/

const TEXT_AS_CODE =
  /(?<![\w$.#])eval\s*\(|\(\s*0\s*,\s*eval\b|=\s*eval\b|(?<![\w$.])Function\s*\(|\bconstructor\s*(?:\?\.)?\s*\(\s*["'`]|\.\s*constructor\s*\.\s*constructor\b|\bnew\s+(?:Async|Generator)\w*Function\b/

const EVERYBODYS =
  /\b(?:Object|Reflect)\s*\.\s*(?:getOwnProperty\w*|ownKeys|keys|entries|values)\s*\(\s*(?:globalThis|global|window|self)\b|(?<![\w$.])(?:globalThis|global)\b(?!\s*(?:[:),;]|\?\?|[!=]==?)|\s*(?:\?\.|\.)\s*[\w$]+(?!\s*=(?!=)|[\w$])|\s+as\b|\s*\{)|(?<![\w$.])(?:globalThis|global|window)\s*(?:\[|\.\s*(?!location\b|name\b|on\w+)[\w$]+\s*=(?!=))|\b__proto__\b(?!\s*:\s*null\b)|\b__define[GS]etter__\b|(?<![\w$.])console\s*\[/

const TEST_LIBRARY =
  /(?<![\w$.]|function\s)(?:beforeEach|afterEach|beforeAll|afterAll)\s*\(|(?<![\w$.])(?:jest|vi|jasmine)\s*\.|(?<![\w$.])expect\s*\.\s*(?:extend|[\w$]+\s*=(?!=))|\btypeof\s+(?:jest|vi|expect|it|describe)\b/

/** A literal name is read where it stands; a name that is put together may be any. */
const ANY_MODULE = /(?<![\w$.#]|function\s)(?:require|import)\s*\(\s*(?!["']|`\.|\/[*/]|\))[\w$`([]/

const MODULES =
  /(?:\bfrom|\bimport|\b(?:require|import|resolve|getBuiltinModule)\s*\()\s*["'`](?:(?:node:)?(?:assert|test|v8|vm|inspector|repl|cluster|wasi|diagnostics_channel|domain|trace_events|worker_threads)(?:\/[\w/]+)?|bun:(?:test|ffi|jsc)|(?:vitest|jest|expect|chai|mocha|sinon|tape|tap|ava|uvu|jasmine|should|power-assert|unexpected|@jest|@vitest|@japa|signal-exit|exit-hook|async-exit-hook|(?:require|import)-in-the-middle|pirates|proxyquire|mock-require|rewire|koffi|(?:ffi|ref)-napi|why-is-node-running)(?:[-/][\w./-]+)?|[^"'`\n]{1,200}\.node)["'`]/

/** Of these two, what is harmless is common. */
const NAMED_MODULES =
  /^(?!\s*import\s+(?:\*\s+as\s+)?process\b|\s*(?:const|var|let)\s+process\s*=)(?!\s*import\s*\{\s*(?:(?:env|argv|platform|cwd|stdin|hrtime|versions?|nextTick|execPath)[\s,]*)+\}).*(?:\bfrom|\bimport|\b(?:require|import)\s*\()\s*["'`](?:node:)?process["'`]|^(?!\s*import\s*\{\s*(?:(?:createRequire|isBuiltin|builtinModules|findPackageJSON|stripTypeScriptTypes)(?:\s+as\s+\w+)?[\s,]*)+\})(?!.*\)\s*\.\s*(?:createRequire|builtinModules|isBuiltin)\b).*(?:\bfrom|\bimport|\b(?:require|import)\s*\()\s*["'`](?:node:)?module["'`]/

const EVENTS =
  /["'`](?:beforeExit|uncaughtException\w*|unhandledRejection|multipleResolves|reallyExit|exitCode)["'`]|["'`]\/(?:proc|dev)\/(?:self|\d|fd|std|tty)|\bwriteSync\s*\(\s*[12]\s*,/

const CHANGED =
  /(?<![\w$.\])]|\bextends\s|[|&:]\s)([\w$]+)(?:\s*\??\.\s*[\w$]+|\s*\[[^\]\n]{1,80}\]){1,6}\s*(?:\?\?|\|\||&&)?=(?![=>])|(?<![\w$])(?:Object\s*\.\s*(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\s*\.\s*(?:set|deleteProperty|defineProperty|setPrototypeOf))\s*\(\s*([\w$]+)|(?<![\w$.])([\w$]+)\s*\.\s*prototype\b(?<![!=]==?\s*[\w$]+\.prototype)(?!\s*\.\s*[\w$]|\s*[!=]==?)/g

const CODE = anyOf(PROCESS, ENDS, LOADING, TEXT_AS_CODE, EVERYBODYS, TEST_LIBRARY)
const NAMED = anyOf(ANY_MODULE, MODULES, NAMED_MODULES, EVENTS)

export const SCRIPT_REACH: ReachPatterns = {
  hint: /process|[eE]xit|abort|dlopen|Finalization|Deno|Bun|require|[mM]odule|registerHooks|getBuiltin|eval|Function|constructor|global|window|self|__|console|(?:before|after)(?:Each|All)|jest|vi\b|jasmine|expect|typeof|import|from|uncaught|unhandled|multipleResolves|\/proc|\/dev|writeSync|\bObject\b|Reflect|prototype|[\w\]]\s*=/,
  code: CODE,
  named: NAMED,
  changed: CHANGED,
  borrowed,
  builtin: /^(?:globalThis|console|assert|expect|performance|JSON|Object|Reflect)$/,
}

const MOST_NAMES = 500

/** From packages and modules of the runtime; what the project's own files offer is its own. */
function borrowed({ bare }: SourceText): ReadonlySet<string> {
  const imports = bare.matchAll(
    /^[ \t]*import\s+(?!type\b)([^"'`;()=]{1,1000}?)\s+from\s*["'](?![./])|^[ \t]*(?:const|let|var)\s+([\w$]+|\{[^}=]{1,1000}\})\s*=\s*(?:[a-z]{5}\s+import|require)\s*\(\s*["'](?![./])/gm,
  )
  const names = Array.from(imports).flatMap(([, first, second]) => namesIn(first ?? second ?? ''))
  return new Set(names.slice(0, MOST_NAMES))
}

function namesIn(list: string): string[] {
  return list
    .replaceAll(/[{}*]/g, ',')
    .split(',')
    .flatMap((one) => /([\w$]+)\s*$/.exec(one)?.[1] ?? [])
}
