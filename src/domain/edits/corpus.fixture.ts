// The settings files of `fixtures/` with what is expected of each, and the parts that we put into such files. For tests.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileFormat, Part } from '../../contract/agent/edit.ts'
import { given } from '../../contract/given.ts'

const folder = join(import.meta.dirname, 'fixtures')

/** One folder of the corpus: which file of which agent it stands for. */
export type FileKind = 'claude-settings' | 'claude-json' | 'mcp-json' | 'codex-hooks' | 'codex-config' | 'opencode-json'

export interface CorpusFile {
  readonly name: string
  readonly kind: FileKind
  readonly format: FileFormat
  readonly text: string
  /** It must not be touched: not valid, or what is ours has no place in it. */
  readonly isLeft: boolean
}

export const FORMATS: Readonly<Record<FileKind, FileFormat>> = {
  'claude-settings': 'json',
  'claude-json': 'json',
  'mcp-json': 'json',
  'codex-hooks': 'json',
  'codex-config': 'toml',
  'opencode-json': 'json',
}

/** Names are `kind/file`. */
export function loadCorpus(): CorpusFile[] {
  return (Object.keys(FORMATS) as FileKind[]).flatMap((kind) =>
    readdirSync(join(folder, kind))
      .toSorted()
      .map((file) => ({
        name: `${kind}/${file}`,
        kind,
        format: FORMATS[kind],
        text: readFileSync(join(folder, kind, file), 'utf8'),
        isLeft: file.startsWith('left-'),
      })),
  )
}

const launcher = '/home/u/.local/state/fullstop/bin/fullstop'

function hook(agent: string, event: string, matcher?: string): Part {
  const command = `'${launcher}' hook ${agent} --within 60s`
  return {
    kind: 'add',
    at: ['hooks', event],
    value: { ...given({ matcher }), hooks: [{ type: 'command', command, timeout: 60 }] },
    known: new RegExp(`fullstop['"]? hook ${agent}\\b`),
    inner: 'hooks',
  }
}

const trusted = (event: string): Part => ({
  kind: 'set',
  at: ['hooks', 'state', `/home/u/.codex/hooks.json:${event}:0:0`],
  value: { trusted_hash: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
})

const server: Part = {
  kind: 'set',
  at: ['mcpServers', 'fullstop'],
  value: { type: 'stdio', command: launcher, args: ['mcp'], alwaysLoad: true },
}

/** As an installation would put them; our own shape of it, not that of any release. */
export const PARTS: Readonly<Record<FileKind, readonly Part[]>> = {
  'claude-settings': [
    hook('claude', 'Stop'),
    hook('claude', 'SubagentStop'),
    hook('claude', 'StopFailure'),
    hook('claude', 'SessionStart', 'startup|resume|clear|compact'),
    hook('claude', 'SessionEnd'),
    hook('claude', 'UserPromptSubmit'),
    hook('claude', 'PreToolUse', 'mcp__fullstop__.*'),
    hook('claude', 'TaskCompleted'),
    { kind: 'add', at: ['permissions', 'allow'], value: 'mcp__fullstop', known: /^mcp__fullstop$/ },
  ],
  'claude-json': [server],
  'mcp-json': [server],
  'codex-hooks': [
    hook('codex', 'Stop'),
    hook('codex', 'SessionStart', 'startup|resume'),
    hook('codex', 'PreToolUse', ''),
  ],
  'codex-config': [
    {
      kind: 'set',
      at: ['mcp_servers', 'fullstop'],
      value: { command: launcher, args: ['mcp'], default_tools_approval_mode: 'approve', tool_timeout_sec: 120 },
    },
    {
      kind: 'add',
      at: ['features', 'code_mode', 'direct_only_tool_namespaces'],
      value: 'mcp__fullstop',
      known: /^mcp__fullstop$/,
    },
    trusted('stop'),
    trusted('session_start'),
    trusted('pre_tool_use'),
  ],
  'opencode-json': [
    { kind: 'set', at: ['mcp', 'fullstop'], value: { type: 'local', command: [launcher, 'mcp'], enabled: true } },
  ],
}
