// Lays the sources out so that the bundler puts all that a hook loads into one chunk.
//
// The bundler makes a chunk for each set of entry points that share a module, and every module that is loaded lazily is an
// entry point: the hook needed 33 chunks, and each costs it some 70 µs at every stop. In the staged copy every lazily
// loaded module also imports what the command line has loaded by then, so that all entry points share the same set.
// Texts are written into the modules that import them: the bundler would load each as a file of its own, at every start.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setAside } from './set-aside.ts'
import { units } from './units.ts'

const CORE = 'frontends/cli/core.ts'
const MAIN = 'frontends/cli/main.ts'

export interface Staged {
  /** The entry point of the binary. */
  readonly entry: string
  readonly remove: () => void
}

export async function stageSources(root: string): Promise<Staged> {
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
  for (const file of files) {
    const text = textOf(file)
    const whole = withTexts(text, (path) => readFileSync(join(src, dirname(file), path), 'utf8'))
    if (whole !== text) writeFileSync(join(src, file), whole)
  }
  await setAside(src, units)
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

/** Files that are imported as text become strings. */
function withTexts(text: string, read: (path: string) => string): string {
  return text.replaceAll(
    /^import (\w+) from '(\.[^']+)' with \{ type: 'text' \}$/gm,
    (_, name: string, path: string) => `const ${name} = ${JSON.stringify(read(path))}`,
  )
}

function lazyIn(text: string): string[] {
  return [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, path = '']) => path)
}
