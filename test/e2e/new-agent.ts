// A copy of the sources with one more agent, added as CONTRIBUTING.md says: a folder, and a line in the table.
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Room } from './room.ts'

const root = join(import.meta.dirname, '..', '..')
const fakes = join(root, 'test', 'fake-agents')

/** The command line from those sources. The agent is `test/fake-agents/NAME-agent.ts`, its program `NAME-program.ts`. */
export function sourcesWith(room: Room, name: string): { readonly program: string; readonly path: string } {
  const copy = join(room.root, 'sources')
  mkdirSync(join(copy, 'src'), { recursive: true })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  cpSync(join(root, 'bin'), join(copy, 'bin'), { recursive: true })
  cpSync(join(root, 'src'), join(copy, 'src'), {
    recursive: true,
    filter: (path) => !/\.(?:test|suite|fixture)\.ts$|\/fixtures$/.test(path),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const folder = join(copy, 'src', 'agents', name)
  mkdirSync(folder)
  const text = readFileSync(join(fakes, `${name}-agent.ts`), 'utf8')
  writeFileSync(
    join(folder, 'index.ts'),
    text.replaceAll(`'../../src/agents/`, `'../`).replaceAll(`'../../src/`, `'../../`),
  )
  addLine(join(copy, 'src', 'agents', 'index.ts'), name)
  const path = join(room.root, 'bin')
  mkdirSync(path)
  writeFileSync(
    join(path, `${name}-agent`),
    `#!/bin/sh\nexec '${process.execPath}' '${join(fakes, `${name}-program.ts`)}' "$@"\n`,
  )
  chmodSync(join(path, `${name}-agent`), 0o755)
  return { program: join(copy, 'bin', 'fullstop'), path }
}

function addLine(table: string, name: string): void {
  const text = readFileSync(table, 'utf8')
  const more = text
    .replace(/^(import \{ claude \})/m, `import { ${name} } from './${name}/index.ts'\n$1`)
    .replace(/^(export const agents\b.*\[)/m, `$1\n  ${name},`)
  if (more.split(name).length - text.split(name).length !== 3) throw new Error(`${table} is no longer as expected`)
  writeFileSync(table, more)
}
