// Lays the sources out so that the bundler puts all that a hook loads into one chunk.
//
// The bundler makes a chunk for each set of entry points that share a module, and every module that is loaded lazily is an
// entry point: the hook needed 33 chunks, and each costs it some 70 µs at every stop. In the staged copy every lazily
// loaded module also imports what the command line has loaded by then, so that all entry points share the same set.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const CORE = 'frontends/cli/core.ts'
const MAIN = 'frontends/cli/main.ts'

export interface Staged {
  /** The entry point of the binary. */
  readonly entry: string
  readonly remove: () => void
}

export function stageSources(root: string): Staged {
  // Beside the packages, so that they are found.
  const folder = join(root, 'dist', `staged-${process.pid}`)
  const src = join(folder, 'src')
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  cpSync(join(root, 'src'), src, {
    recursive: true,
    filter: (path) => !/\.(?:test|suite|fixture)\.ts$|\/fixtures$/.test(path),
  })
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const textOf = (file: string): string => readFileSync(join(src, file), 'utf8')
  const core = importsOf(textOf(MAIN)).map((path) => `import '${path}'\n`)
  const lazy = new Set(files.flatMap((file) => lazyIn(textOf(file)).map((path) => join(dirname(file), path))))
  writeFileSync(join(src, CORE), core.join(''))
  for (const file of lazy) {
    const path = relative(dirname(file), CORE)
    writeFileSync(join(src, file), `${textOf(file)}\nimport '${path.startsWith('.') ? path : `./${path}`}'\n`)
  }
  return { entry: join(src, MAIN), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Also those that go over several lines; not those of types. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/^(?:import (?!type\b)[^'\n]*|\} )from '(\.[^']+)'/gm)
  return [...found].map(([, path = '']) => path)
}

function lazyIn(text: string): string[] {
  return [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, path = '']) => path)
}
