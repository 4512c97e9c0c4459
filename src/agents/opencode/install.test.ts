// OpenCode's installer: which file gets the server, when a permission is added, what is told of other plugins.
import { expect, test } from 'bun:test'
import type { InstallQuery } from '../agent.ts'
import { install } from './install.ts'

const query = (files: Readonly<Record<string, unknown>>, scope: InstallQuery['scope'] = 'user'): InstallQuery => ({
  scope,
  places: { home: '/home/u', root: '/repo', env: {} },
  commandLine: (args) => args.join(' '),
  argv: (args) => ['/l/fullstop', ...args],
  skill: { text: 'skill', known: /skill/ },
  settings: (path) => files[path],
  preview: () => undefined,
  sha256: (text) => text,
})
const pathsOf = (files: Readonly<Record<string, unknown>>, scope?: InstallQuery['scope']): string[] =>
  install.edits(query(files, scope)).map(({ path }) => path)

test('plugin, server and skill, for the user and for a project', () => {
  expect(pathsOf({})).toEqual([
    '/home/u/.config/opencode/plugins/fullstop.js',
    '/home/u/.config/opencode/opencode.json',
    '/home/u/.config/opencode/skills/fullstop/SKILL.md',
  ])
  expect(pathsOf({}, 'project')).toEqual([
    '/repo/.opencode/plugins/fullstop.js',
    '/repo/opencode.json',
    '/repo/.opencode/skills/fullstop/SKILL.md',
  ])
})

test('the settings file that is there gets the server, and the one that wins if both are', () => {
  const [json, jsonc] = ['/home/u/.config/opencode/opencode.json', '/home/u/.config/opencode/opencode.jsonc']
  expect(pathsOf({ [jsonc]: {} })).toContain(jsonc)
  expect(pathsOf({ [json]: {}, [jsonc]: {} })).toContain(jsonc)
})

test('our tools are permitted where the user has rules', () => {
  const partsWith = (permission: unknown) => {
    const files = { '/home/u/.config/opencode/opencode.json': { permission } }
    return install.edits(query(files))[1]?.parts.map((part) => (part.kind === 'set' ? part.at.join('.') : part.kind))
  }
  expect(partsWith({ bash: 'ask' })).toEqual(['mcp.fullstop', 'permission.fullstop_*'])
  expect(partsWith(undefined)).toEqual(['mcp.fullstop'])
  expect(partsWith('ask')).toEqual(['mcp.fullstop'])
})

test('other plugins that prompt an agent are told of', () => {
  const settings = (path: string) =>
    path === '/repo/opencode.json' ? { plugin: ['opencode-ralph', ['oh-my-opencode', {}], 'theme', 7] } : undefined
  expect(install.rivals({ places: query({}).places, settings })).toEqual([
    'another plugin that prompts the agent in /repo/opencode.json: opencode-ralph',
    'another plugin that prompts the agent in /repo/opencode.json: oh-my-opencode',
  ])
})
