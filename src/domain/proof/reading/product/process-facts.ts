// Facts about the process that differ when a test runner has started it, by language: the one place that knows where code
// reads them.
import { DOTNET, GO, JVM, PHP, PYTHON, RUBY, RUST, SCRIPT } from './product-file.ts'

export interface ProcessFacts {
  readonly files: RegExp
  /** Common programs read these too: only together with the name of a runner they tell. */
  readonly common: RegExp
  /** Other programs hardly read these, so that a word for tests near by is enough. */
  readonly rare: RegExp
}

/** How the process was started: by whom, with which program, with which parent. */
const STARTED = String.raw`["'\x60]\/proc\/|(?<=[[(]\s?|=\s?)["'\x60]ps(?: -[^"'\x60\n]{1,60})?["'\x60]`

export const PROCESS_FACTS: readonly ProcessFacts[] = [
  {
    files: SCRIPT,
    common:
      /(?<![\w$])(?:process\.(?:argv0?|execArgv|title|mainModule)\b|Object\.(?:keys|entries)\(\s?(?:process|Bun)\.env\b|Object\.keys\(\s?require\.cache\b|require\.main\b)/g,
    rare: facts(
      String.raw`\bprocess\.(?:moduleLoadList|mainModule|binding\(|ppid|title|execArgv|_getActive\w+|channel|report\b|listeners\(|listenerCount\()`,
      String.raw`(?<![\w$.])require\.main\b(?!\s?[!=]==?\s?module\b)|\bmodule\.parent\b(?!\s?[)\]])|\bBun\.main\b|\bDeno\.mainModule\b`,
      String.raw`\bObject\.(?:keys|values|entries)\(\s?(?:require\.cache|Module\._cache)|\bin require\.cache\b|\bModule\._cache\b|\bObject\.(?:keys|getOwnPropertyNames)\(\s?(?:globalThis|global)\b`,
      String.raw`\bprocess\.argv(?:\[[01]\]|\.(?:some|find|includes|join|map|filter|at|slice\(0)\b)`,
    ),
  },
  {
    files: PYTHON,
    common: /(?<![\w.])(?:sys\.(?:argv|orig_argv|modules)\b|os\.environ\b|psutil\.Process\()/g,
    rare: facts(
      String.raw`(?:(?<!["'] (?:not )?)\bin|\bset\(|\blist\(|\bsorted\(|\btuple\(|\bmap\([^()\n]{1,40},|[&|]) ?sys\.modules\b|\bsys\.modules(?:\.(?:keys|values|items|copy)\(| ?&|\.get\(\s?[a-z_]\w*\s?[,)])`,
      String.raw`\bsys\.modules(?:\.get\(|\[)\s?["']__main__["']|\b__main__\.__\w+__|\bimport __main__\b|\bgetattr\(\s?__main__\b`,
      String.raw`\bsys\.(?:orig_argv|argv\[0\]|flags\.|gettrace\(|getprofile\(|meta_path\b|warnoptions\b)|\bos\.getppid\(|\bpsutil\.Process\(|\bfaulthandler\.is_enabled\(|\bgc\.get_(?:objects|referrers)\(|\bwarnings\.filters\b|\blogging\.(?:root|getLogger\(\))\.handlers\b`,
    ),
  },
  {
    files: GO,
    common: /\bos\.(?:Args\b|Environ\(\)|Executable\(\))/g,
    rare: facts(
      String.raw`\bos\.(?:Args\[0\]|Executable\(\)|Getppid\(\))|\bdebug\.ReadBuildInfo\(\)|\bflag\.(?:VisitAll|CommandLine|Lookup)\b`,
    ),
  },
  {
    files: RUBY,
    common:
      /(?<![\w$])(?:\$(?:0|PROGRAM_NAME|LOADED_FEATURES)(?!\w)|ARGV\b|ENV\.(?:keys|key\?|any\?|to_h)|Gem\.loaded_specs\b|Object\.constants\b)/g,
    rare: facts(
      String.raw`\$(?:0|PROGRAM_NAME|LOADED_FEATURES)(?!\w)|\$"|\bProcess\.ppid\b|\bGem\.loaded_specs\b|\bObjectSpace\.each_object\b|\bObject\.(?:constants|const_defined\?)|\bThread\.(?:main|list)\b`,
    ),
  },
  {
    files: JVM,
    common:
      /\b(?:System\.(?:getenv|getProperty|getProperties)\(|getInputArguments\(\)|ProcessHandle\.current\(\)|getSystemResource\(|getResource\(|Package\.getPackages\(\)|getDefinedPackages?\(|ClassLoader\b[^\n]{0,40}loadClass\(|\.inputArguments\b)/g,
    rare: facts(
      String.raw`"(?:java\.class\.path|sun\.java\.command)"|\bgetInputArguments\(\)|\binputArguments\b|\bProcessHandle\.current\(\)|\bgetContextClassLoader\(\)|\bThread\.currentThread\(\)\.(?:getName\(|name\b|getThreadGroup)|\bThread\.getAllStackTraces\(|\bClass\.forName\(\s?[a-z]`,
    ),
  },
  {
    files: DOTNET,
    common:
      /\b(?:GetAssemblies\(\)|ProcessName\b|GetCommandLineArgs\(\)|Environment\.CommandLine\b|GetEntryAssembly\(\)|GetEnvironmentVariables\(\)|Type\.GetType\()/g,
    rare: facts(
      String.raw`\b(?:GetAssemblies\(\)|GetEntryAssembly\(\)|FriendlyName\b|GetCommandLineArgs\(\)|Environment\.CommandLine\b|Process\.GetCurrentProcess\(\)|Type\.GetType\(\s?[a-z])`,
    ),
  },
  {
    files: PHP,
    common:
      /\$_SERVER\[["'](?:argv|SCRIPT_NAME|SCRIPT_FILENAME|PHP_SELF|_)["']\]|\$argv\b|\bget_(?:declared_classes|included_files|required_files)\(|\b(?:class|interface)_exists\(/g,
    rare: facts(
      String.raw`\bget_(?:declared_classes|included_files|required_files)\(|\$_SERVER\[["'](?:argv|SCRIPT_NAME|SCRIPT_FILENAME|PHP_SELF|_)["']\]|\$argv\b|\bspl_autoload_functions\(|\bposix_getppid\(`,
    ),
  },
  {
    files: RUST,
    common: /\benv::(?:args|vars|args_os)\(\)/g,
    rare: facts(
      String.raw`\b(?:env::)?current_exe\(\)|\benv::args(?:_os)?\(\)|\bthread::current\(\)\.name\(\)|\bparent_id\(\)`,
    ),
  },
]

function facts(...patterns: readonly string[]): RegExp {
  return new RegExp([...patterns, STARTED].join('|'), 'g')
}
