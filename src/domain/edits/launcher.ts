// The launcher: the small script that agents' settings name, at a path that no upgrade moves. It finds the real program
// and becomes it; where there is none any more it says so and lets the agent go on. Writing it is left to others.
import { quoteForSh } from '../shell/words.ts'

export interface LauncherOptions {
  /** The program that `fullstop init` was run by: absolute, and not the launcher itself. */
  readonly binary?: string
  /** Where `init` put its state, told to the program by a variable of the launcher's own: a repository can set
   * FULLSTOP_HOME. Becomes FULLSTOP_HOME too where that is not set. On Windows the folder above the launcher's own. */
  readonly stateHome?: string
  /** Where the user's own config was when `init` ran, told by another variable of the launcher's own: a repository can
   * set FULLSTOP_CONFIG_HOME and XDG_CONFIG_HOME. */
  readonly configHome?: string
  readonly platform: 'posix' | 'windows'
  /** It is part of a plugin: nobody ran `init`, and nothing may be written beside it. Only for posix. */
  readonly plugin?: Plugin
}

export interface Plugin {
  /** The variable that names a folder to write to. */
  readonly folderVariable: string
}

/** Beside the launcher: when it last said that the program is gone. */
export const LAUNCHER_STAMP = '.fullstop-is-gone'

export function launcherText(options: LauncherOptions): string {
  return options.platform === 'windows' ? toBatch(options) : toScript(options)
}

/** A program on PATH may start us again: this deep it is a loop. */
const DEEPEST = 20
/** Variables that make another program of ours, or none: a repository can set them. `BUN_JSC_…` are sought by name. */
const RUNTIME = 'BUN_BE_BUN BUN_OPTIONS BUN_INSPECT BUN_INSPECT_CONNECT_TO BUN_INSPECT_NOTIFY BUN_INSPECT_PRELOAD'

const WHAT = 'Starts Fullstop for your coding agents, whose settings name this file. Written by `fullstop init`.'
const WHAT_IN_PLUGIN = 'Starts Fullstop for the plugin that this file belongs to.'

interface Texts {
  readonly hook: string
  readonly mcp: string
  readonly other: string
  readonly next: string
}

function textsOf({ binary, stateHome, platform, plugin }: LauncherOptions): Texts {
  const launcher =
    stateHome === undefined
      ? 'this launcher'
      : platform === 'windows'
        ? `${stateHome}\\bin\\fullstop.cmd`
        : `${stateHome}/bin/fullstop`
  const gone =
    binary === undefined ? 'there is no fullstop on PATH' : `${toShown(binary)} is gone, and there is no other on PATH`
  const repair = 'npm install -g fullstop'
  const missing = plugin ? 'not installed' : 'not installed any more'
  const removal = plugin
    ? 'uninstall this plugin'
    : `delete the lines that name ${toShown(launcher)} from their settings`
  const systemMessage =
    `Fullstop is ${missing} (${gone}): stops are not checked. To repair: ${repair}. ` +
    `To remove it from your agents: ${removal}.`
  return {
    hook: toAscii(JSON.stringify({ systemMessage })),
    mcp: `fullstop: ${missing}, so there are no tools: ${gone}`,
    other: `fullstop: ${missing}: ${gone}`,
    next: `  next: run \`${repair}\``,
  }
}

function toShown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '?')
}

/** JSON that no code page and no locale can change. */
function toAscii(json: string): string {
  return json.replaceAll(/[\u007F-\uFFFF]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Nothing of it is forked, unless such a variable is there. */
const RUNTIME_OFF = [
  `unset ${RUNTIME}`,
  'case $(set) in',
  '  *BUN_JSC_*)',
  "    for name in $(PATH=/usr/bin:/bin env | PATH=/usr/bin:/bin sed -n 's/^\\(BUN_JSC_[A-Za-z0-9_]*\\)=.*/\\1/p'); do",
  '      unset "$name"',
  '    done',
  '    ;;',
  'esac',
]

/**
 * `project` is where the repository lies: a path may lead there by a link, by dots or through `/proc`. A home folder is
 * none, if HOME names it by a path of its own.
 */
const PROJECT = [
  '    # Nothing that a repository brings along, by whatever path.',
  '    home=${HOME:-}',
  '    case $home in',
  '      */proc/* | */../* | [!/]* | "") home=/nowhere ;;',
  '    esac',
  '    project=$(pwd -P)',
  '    folder=$project',
  '    if [ "$folder" -ef "$home" ]; then project=/nowhere; fi',
  '    while [ -n "$folder" ] && ! [ "$folder" -ef "$home" ]; do',
  '      if [ -e "$folder/.git" ] || [ -e "$folder/fullstop.json" ]; then project=$folder; fi',
  '      folder=${folder%/*}',
  '    done',
]

/** What `init` wrote for other agents knows the program, also where an agent was started without the user's PATH. */
const OWN_LAUNCHER = [
  '    for state in "${FULLSTOP_HOME:-}" "${XDG_STATE_HOME:+$XDG_STATE_HOME/fullstop}" \\',
  '      "${HOME:+$HOME/.local/state/fullstop}" "${HOME:+$HOME/Library/Application Support/fullstop}"; do',
  '      case $state in',
  '        /*)',
  '          found=$state/bin/fullstop',
  ...becomingFound('          '),
  '          ;;',
  '      esac',
  '    done',
]

// Nothing but what the shell has built in stands before each exec: this runs at every hook. No redirection of a special
// builtin and no arithmetic on a foreign value either: where they fail the shell exits 2, and that holds the agent.
function toScript(options: LauncherOptions): string {
  const { binary, stateHome, configHome, plugin } = options
  const texts = textsOf(options)
  const say = (text: string): string => `printf '%s\\n' ${quoteForSh(text)}`
  return [
    '#!/bin/sh',
    `# ${plugin ? WHAT_IN_PLUGIN : WHAT}`,
    ...(stateHome === undefined
      ? ['unset FULLSTOP_LAUNCHER_HOME']
      : [
          `FULLSTOP_LAUNCHER_HOME=${quoteForSh(stateHome)}`,
          'export FULLSTOP_LAUNCHER_HOME',
          'if [ -z "${FULLSTOP_HOME:-}" ]; then export FULLSTOP_HOME="$FULLSTOP_LAUNCHER_HOME"; fi',
        ]),
    ...(configHome === undefined
      ? ['unset FULLSTOP_LAUNCHER_CONFIG_HOME']
      : [`FULLSTOP_LAUNCHER_CONFIG_HOME=${quoteForSh(configHome)}`, 'export FULLSTOP_LAUNCHER_CONFIG_HOME']),
    ...RUNTIME_OFF,
    '# A folder that was removed meanwhile would end the program before it begins.',
    'case ${PWD:-} in',
    '  /*) if ! [ -d "$PWD" ]; then cd /; fi ;;',
    '  *) cd / ;;',
    'esac',
    ...(binary === undefined ? [] : [`binary=${quoteForSh(binary)}`, ...becoming('binary')]),
    '# Only a chain of our own processes counts: anybody can set a variable.',
    'case " ${FULLSTOP_LAUNCHED:-}" in',
    '  *" $$" | *" $PPID") ;;',
    '  *) FULLSTOP_LAUNCHED= ;;',
    'esac',
    'FULLSTOP_LAUNCHED="$FULLSTOP_LAUNCHED $$"',
    'export FULLSTOP_LAUNCHED',
    'case $FULLSTOP_LAUNCHED in',
    `  ${'*" "'.repeat(DEEPEST)}*) ;;`,
    '  *)',
    ...PROJECT,
    ...(plugin ? OWN_LAUNCHER : []),
    '    rest=${PATH:-}:',
    '    while [ -n "$rest" ]; do',
    '      folder=${rest%%:*}',
    '      rest=${rest#*:}',
    '      case $folder in',
    '        */node_modules/.bin | */node_modules/.bin/) ;;',
    '        /*)',
    '          found=$folder/fullstop',
    ...becomingFound('          '),
    '          ;;',
    '      esac',
    '    done',
    '    ;;',
    'esac',
    'case ${1:-} in',
    '  hook)',
    '    # Hooks run all the time: a line a day is enough. A hook must never fail towards its agent.',
    `    stamp=\${${plugin ? `${plugin.folderVariable}:-/dev/null` : '0%/*'}}/${LAUNCHER_STAMP}`,
    '    PATH=/usr/bin:/bin:${PATH:-}',
    '    if [ -z "$(find "$stamp" -mtime -1 2>/dev/null)" ]; then',
    ...(plugin
      ? [`      [ -z "\${${plugin.folderVariable}:-}" ] || mkdir -p "$${plugin.folderVariable}" 2>/dev/null`]
      : []),
    '      (printf "" >"$stamp") 2>/dev/null',
    `      ${say(texts.hook)}`,
    '    fi',
    '    exit 0',
    '    ;;',
    '  mcp)',
    `    ${say(texts.mcp)} >&2`,
    `    ${say(texts.next)} >&2`,
    '    exit 1',
    '    ;;',
    '  *)',
    `    ${say(texts.other)} >&2`,
    `    ${say(texts.next)} >&2`,
    '    exit 127',
    '    ;;',
    'esac',
    '',
  ].join('\n')
}

// No parentheses around lines that hold `%*` or a variable: cmd.exe replaces those before it reads the block. Commands of
// the system are named by their full path, since cmd.exe looks into the current folder first.
function toBatch(options: LauncherOptions): string {
  const texts = textsOf(options)
  const binary = options.binary === undefined || isNoWindowsPath(options.binary) ? undefined : options.binary
  const lines = [
    '@echo off',
    `rem ${WHAT}`,
    'setlocal EnableExtensions DisableDelayedExpansion',
    'for %%h in ("%~dp0..") do set "FULLSTOP_LAUNCHER_HOME=%%~fh"',
    'if not defined FULLSTOP_HOME set "FULLSTOP_HOME=%FULLSTOP_LAUNCHER_HOME%"',
    `set "FULLSTOP_LAUNCHER_CONFIG_HOME=${toSet(options.configHome ?? '')}"`,
    `for %%v in (${RUNTIME}) do set "%%v="`,
    ...(binary === undefined
      ? []
      : [
          `set "fullstop_found=${toSet(binary)}"`,
          'if /i "%fullstop_found%"=="%~f0" goto search',
          'if exist "%fullstop_found%" goto start',
          ':search',
        ]),
    'set "FULLSTOP_LAUNCHED=x%FULLSTOP_LAUNCHED%"',
    `if "%FULLSTOP_LAUNCHED:~0,${DEEPEST}%"=="${'x'.repeat(DEEPEST)}" goto gone`,
    'set "fullstop_found="',
    'rem Not from the folder we happen to be in, and not what a repository brings along.',
    `for /f "delims=" %%p in ('%SystemRoot%\\System32\\where.exe $PATH:fullstop 2^>nul') do (`,
    '  for %%d in ("%%~dpp.") do for %%e in (.exe .cmd .bat) do (',
    '    if not defined fullstop_found if /i "%%~xp"=="%%e" if /i not "%%~nxd"==".bin" (',
    '      if /i not "%%~fp"=="%~f0" set "fullstop_found=%%~fp"',
    '    )',
    '  )',
    ')',
    'if not defined fullstop_found goto gone',
    ':start',
    '"%fullstop_found%" %*',
    'exit /b %errorlevel%',
    ':gone',
    'if /i "%~1"=="hook" goto hook',
    'if /i "%~1"=="mcp" goto mcp',
    `>&2 echo ${toEcho(texts.other)}`,
    `>&2 echo ${toEcho(texts.next)}`,
    'exit /b 127',
    ':mcp',
    `>&2 echo ${toEcho(texts.mcp)}`,
    `>&2 echo ${toEcho(texts.next)}`,
    'exit /b 1',
    ':hook',
    'rem Hooks run all the time: a line a day is enough. A hook must never fail towards its agent.',
    `set "fullstop_stamp=%~dp0${LAUNCHER_STAMP}"`,
    'set "fullstop_said="',
    'if exist "%fullstop_stamp%" set /p fullstop_said=<"%fullstop_stamp%"',
    'if "%fullstop_said%"=="%DATE%" exit /b 0',
    '2>nul >"%fullstop_stamp%" echo %DATE%',
    `echo ${toEcho(texts.hook)}`,
    'exit /b 0',
    '',
  ]
  // cmd.exe reads the file in the code page of the console.
  const isAscii = lines.every((line) => /^[\u0020-\u007E]*$/.test(line))
  if (!isAscii) lines.splice(3, 0, '%SystemRoot%\\System32\\chcp.com 65001 >nul')
  return lines.join('\r\n')
}

/** No file of Windows can have such a name, and none of it could be quoted in a batch file. */
function isNoWindowsPath(path: string): boolean {
  return /["<>|*?\u0000-\u001F]/.test(path)
}

/** A path for `set "NAME=…"`; nothing where it is none. */
function toSet(path: string): string {
  return isNoWindowsPath(path) ? '' : path.replaceAll('%', '%%')
}

/** In a batch file a percent sign is doubled, and a caret makes the next character an ordinary one. */
function toEcho(text: string): string {
  return text.replaceAll('%', '%%').replaceAll(/["^&|<>()]/g, '^$&')
}

/** Becomes the program that the variable names, if it is one and not this script itself. */
function becoming(name: string): string[] {
  return [`if ${isProgram(name)}; then`, `  exec "$${name}" "$@"`, 'fi']
}

/** The same for what was searched for, unless it lies in the project. */
function becomingFound(indent: string): string[] {
  return [
    `if ${isProgram('found')}; then`,
    '  case $(cd -P -- "${found%/*}" && pwd -P)/ in',
    '    / | "$project"/*) ;;',
    '    *) exec "$found" "$@" ;;',
    '  esac',
    'fi',
  ].map((line) => `${indent}${line}`)
}

function isProgram(name: string): string {
  return `[ -f "$${name}" ] && [ -s "$${name}" ] && [ -x "$${name}" ] && ! [ "$${name}" -ef "$0" ]`
}
