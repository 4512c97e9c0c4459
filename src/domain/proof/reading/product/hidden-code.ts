// Code that hides what it does: names put together from parts, text that is decoded and then run.
import { DOTNET, JVM, PHP, PYTHON, RUBY, SCRIPT } from './product-file.ts'
import type { RigRule } from './rig-rule.ts'

const HIDES = 'product code hides what it calls'

export const HIDDEN_RULES: readonly RigRule[] = [
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$.])(?:(?:globalThis|global)\??\.)?process\s?\??\.?\[\s?(?:["'`][^"'`\n]{0,20}["'`]\s?\+|["'`](?:exit|reallyExit|exitCode|kill)["'`]|\[|atob|String\.)/g,
    what: HIDES,
  },
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$.])process\s?(?:\?\.)?\[\s?(?:[\w$.]{1,40}\(|`[^`\n]{0,20}\$\{|["'`][^"'`\n]{0,20}["'`]\.|["'][^"'\n]{0,9}\\[xu]|[\w$]{1,40}\s?\]\s?\(\s?(?:0|false|null|undefined)?\s?\))/g,
    what: HIDES,
  },
  {
    files: SCRIPT,
    pattern: /(?<![\w$.])(?:globalThis|global)\[\s?["'`][^"'`\n]{0,20}["'`]\s?\+/g,
    what: HIDES,
  },
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$.])(?:eval|(?:new )?Function|vm\.run\w{1,20})\(\s?[^\n]{0,60}(?:atob\(|["']base64["']|fromCharCode|\.reverse\(\)|["'`]\s?\+\s?["'`]|\bprocess\b)/g,
    what: HIDES,
  },
  { files: SCRIPT, pattern: /(?<!= \w{5} )\bimport\(\s?["'](?:node:)?process["']\s?\)/g, what: HIDES },
  { files: SCRIPT, pattern: /(?<=\)|\brequire)\(\s?["'](?:node:)?process["']\s?\)\s?\./g, what: HIDES },
  { files: PYTHON, pattern: /(?<=[([,=]\s?)["']_exit["']/g, what: HIDES },
  {
    files: SCRIPT,
    pattern: /\bReflect\.(?:apply|get|set|defineProperty|deleteProperty)\(\s?(?:process|assert|expect)\b/g,
    what: HIDES,
  },
  {
    files: PYTHON,
    pattern:
      /(?<![\w.])getattr\(\s?(?:os|sys|builtins|__builtins__|__import__\([^)\n]{0,20}\))\s?,\s?(?:["'][^"'\n]{0,20}["']\s?(?:\+|["'])|["'](?:_exit|exit)["']|["']["']\.join|\w+\s?\+|f["'])/g,
    what: HIDES,
  },
  {
    files: PYTHON,
    pattern:
      /(?<![\w.])(?:exec|eval)\(\s?(?:compile\(\s?)?[^\n]{0,40}(?:b64decode|b85decode|fromhex|unhexlify|codecs\.decode|zlib\.decompress|marshal\.loads|\[::-1\]|["']\.join\(|\bchr\(|_exit\b|\bexit\()/g,
    what: HIDES,
  },
  {
    files: PYTHON,
    pattern:
      /(?<![\w.])(?:__import__|importlib\.import_module|import_module)\(\s?["'](?:os|sys|posix)["']\s?\)\s?\.\s?(?:_exit|exit|kill|abort)\b|\bos\.__dict__\[|\bvars\(os\)\[|\bctypes\.CDLL\([^)\n]{0,20}\)\.(?:_?exit|quick_exit)\(/g,
    what: HIDES,
  },
  {
    files: PYTHON,
    pattern:
      /(?<![\w.])getattr\(\s?(?:os|sys|builtins)\s?,\s?[^"'()\n]{1,40}\)\(\s?(?:0|False|None)?\s?\)|\b(?:attrgetter|methodcaller)\(\s?["']_?exit["']/g,
    what: HIDES,
  },
  {
    files: RUBY,
    pattern:
      /(?<![\w.])(?:(?:Kernel|Process|self)\.)?(?:send|public_send|__send__|method|instance_method)[ (]\s?(?::exit!?(?!\w)|["'](?:exit!?|ex)["']|:"exit|%w[[(]ex? |["']\w{1,4}["']\s?\+\s?["']\w{0,4}t!?["'])/g,
    what: HIDES,
  },
  {
    files: JVM,
    pattern:
      /\b(?:getMethod|getDeclaredMethod|findStatic|findVirtual)\([^)\n]{0,60}"(?:exit|halt|halt0)"|\bClass\.forName\(\s?"java\.lang\.(?:System|Shutdown|Runtime)"/g,
    what: HIDES,
  },
  {
    files: DOTNET,
    pattern: /\btypeof\((?:System\.)?Environment\)\.GetMethods?\(|\bGetType\(\s?"System\.Environment"/g,
    what: HIDES,
  },
  {
    files: RUBY,
    pattern: /(?<![\w.])(?:eval|instance_eval|class_eval)\(?\s?[^\n]{0,30}(?:Base64|unpack1?\b|\.reverse\b)/g,
    what: HIDES,
  },
  { files: PHP, pattern: /(?<![\w>:$])eval\(\s?(?:base64_decode|gzinflate|str_rot13|strrev)/g, what: HIDES },
]
