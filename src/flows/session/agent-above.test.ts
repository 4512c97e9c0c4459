// Who is told from a person by the processes that a command descends from.
import { describe, expect, test } from 'bun:test'
import type { Ancestor } from '../../adapters/platform/processes/ancestors.ts'
import { agentSign } from './agent-above.ts'

const shell: Ancestor = { pid: 10, words: ['-zsh'], env: { SHELL: '/bin/zsh' } }
const init: Ancestor = { pid: 1, words: ['/sbin/init'], env: {} }
const sign = (words: readonly string[], env: Ancestor['env'] = {}): string | undefined =>
  agentSign({}, () => [shell, { pid: 20, words, env }, init])

describe('R8: an agent among the ancestors', () => {
  const agents: readonly (readonly [string, readonly string[]])[] = [
    ['claude', ['claude']],
    ['claude', ['/home/me/.local/bin/claude', '--resume']],
    ['claude', ['/bin/sh', '/tmp/bin/claude', '-p', 'x']],
    ['claude', ['node', '--max-old-space-size=8192', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js']],
    ['claude', ['C:\\Users\\me\\bin\\claude.exe']],
    ['codex', ['/opt/codex-x86_64-unknown-linux-musl', 'exec']],
    ['codex', ['node', '/usr/bin/codex']],
    ['gemini', ['node', '/usr/lib/node_modules/@google/gemini-cli/dist/index.js']],
    ['cursor-agent', ['/home/me/.local/bin/cursor-agent']],
    ['aider', ['/usr/bin/python3.13', '-m', 'aider']],
    ['opencode', ['opencode']],
    ['claude', ['/usr/lib/node_modules/bun/bin/bun.exe', '/home/me/bin/claude']],
    ['claude', ['bash', '-e', '-o', 'pipefail', '/home/me/bin/claude', '-c', 'more']],
    ['codex', ['node', '--require', '/home/me/hook.js', '/usr/bin/codex', 'exec']],
    ['codex', ['deno', 'run', '-A', '/home/me/codex']],
    ['claude', ['busybox', 'sh', '/home/me/bin/claude']],
    ['fullstop host', ['/usr/bin/fullstop', 'host', 'stint_1a']],
    ['fullstop host', ['bun', 'src/frontends/cli/main.ts', 'host', 'stint_1a']],
    ['fullstop runner', ['/usr/bin/fullstop', 'runner', 'run_1a']],
  ]
  for (const [name, words] of agents) {
    test(words.join(' '), () => expect(sign(words)).toBe(`process 20 (${name}), which this one descends from,`))
  }

  for (const mark of ['CLAUDECODE', 'CODEX_SANDBOX', 'GEMINI_CLI', 'FULLSTOP_RUN', 'FULLSTOP_CHECK']) {
    test(`${mark} in the environment of a parent`, () =>
      expect(sign(['bash'], { [mark]: '1' })).toBe(`process 20 (${mark}), which this one descends from,`))
    test(`${mark} in its own environment`, () => expect(agentSign({ [mark]: '1' }, () => [])).toBe(mark))
  }
})

describe('R8: a person', () => {
  const people: readonly (readonly string[])[] = [
    ['tmux', 'new', '-s', 'claude'],
    ['vim', 'claude'],
    ['/usr/share/cursor/cursor', '--type=renderer'],
    ['/usr/share/code/code', '--folder-uri', '/home/me/codex'],
    ['/Applications/Claude.app/Contents/MacOS/Claude'],
    ['bash', '/home/me/codex/deploy.sh'],
    ['make', 'codex'],
    ['ssh', 'claude'],
    ['node', '/home/me/claude/server.js'],
    ['/usr/bin/fullstop', 'run', '--agent', 'claude'],
    ['npm', 'exec', 'fullstop', 'host'],
    ['sh', '-c', 'ls /home/me/codex'],
    ['bash', '-lc', 'cd work && cat notes/claude'],
    ['bash', '--rcfile', '/home/me/claude'],
    ['node', '-r', '/home/me/claude', 'server.js'],
    ['node', '--import', '/home/me/codex', 'server.js', '/srv/codex'],
    ['node', '-e', '/home/me/codex'],
    ['python3', '-c', 'open("/home/me/codex")'],
    ['python3', '-X', 'claude', 'server.py'],
    ['rsync', '-a', '/home/me/codex'],
    [],
  ]
  for (const words of people) test(words.join(' ') || 'no words', () => expect(sign(words)).toBeUndefined())
})
