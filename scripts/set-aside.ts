// Sets aside what few stops need: each unit becomes one function that makes its modules when one of them is first called.
//
// A module that is loaded makes all its functions, patterns and tables, whether they are called or not: some 1,100
// instructions for each function. A function that is never called costs nothing, however long it is. So the modules of a
// unit are bundled into the body of a function, and each function that others import calls it before its own work.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** Files and folders below `src`; what stands between them is imported as before. */
export type Units = Readonly<Record<string, readonly string[]>>

interface Import {
  readonly from: string
  readonly names: readonly string[]
}

/** Rewrites the files of the units below `src`, a copy of the sources. */
export async function setAside(src: string, units: Units): Promise<void> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const imports = new Map(files.map((file) => [join(src, file), importsIn(join(src, file))]))
  mkdirSync(join(src, 'units'))
  // All are bundled before the first is rewritten: a unit may import from another.
  const made = await Promise.all(
    Object.entries(units).map(async ([name, parts]) => {
      const inside = new Set(files.filter((file) => isIn(file, parts)).map((file) => join(src, file)))
      const unused = parts.filter((part) => !files.some((file) => isIn(file, [part])))
      if (unused.length > 0) throw new Error(`unit ${name}: there is no ${unused.join(', ')}`)
      const asked = askedFor(inside, imports)
      return { path: join(src, 'units', `${name}.js`), inside, asked, text: await unitOf(src, name, inside, asked) }
    }),
  )
  for (const { path, inside, asked, text } of made) {
    writeFileSync(path, text)
    for (const file of inside) writeFileSync(file, doorTo(file, path, asked.get(file) ?? new Set()))
  }
}

function isIn(file: string, parts: readonly string[]): boolean {
  return parts.some((part) => file === part || file.startsWith(`${part}/`))
}

/** The names that files outside import, by the file that exports them. */
function askedFor(
  inside: ReadonlySet<string>,
  imports: ReadonlyMap<string, readonly Import[]>,
): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>()
  for (const [file, list] of imports) {
    if (inside.has(file)) continue
    for (const { from, names } of list) {
      if (inside.has(from)) asked.set(from, new Set([...(asked.get(from) ?? []), ...names]))
    }
  }
  return asked
}

function importsIn(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const fixed = [...text.matchAll(/^(?:import|export) (?!type\b)(\*[^'{]*|\{[^}]*\})\s*from '(\.[^']+)'/gm)]
  const lazy = [...text.matchAll(/()\bimport\('(\.[^']+)'\)/g)]
  return [...fixed, ...lazy].map(([, names = '', path = '']) => ({
    from: resolve(dirname(file), path),
    names: names.startsWith('{') ? namesIn(names) : ['*'],
  }))
}

function namesIn(braces: string): string[] {
  const names = braces.replaceAll(/[{}]/g, '').split(',')
  return names.map((name) => name.trim().split(' as ')[0] ?? '').filter((name) => name && !name.startsWith('type '))
}

type Asked = ReadonlyMap<string, ReadonlySet<string>>

async function unitOf(src: string, name: string, inside: ReadonlySet<string>, asked: Asked): Promise<string> {
  const functions = [...asked].flatMap(([file, names]) => [...names].filter((one) => isFunction(file, one)))
  const twice = functions.find((one, index) => functions.indexOf(one) !== index)
  if (twice !== undefined) throw new Error(`unit ${name}: two of its files export ${twice}`)
  const entry = join(src, 'units', `${name}.entry.ts`)
  const lines = [...asked].map(([file, names]) => {
    const ours = [...names].filter((one) => isFunction(file, one))
    return ours.length > 0 ? `export { ${ours.join(', ')} } from '${file}'\n` : ''
  })
  writeFileSync(entry, lines.join(''))
  const outside = new Set<string>()
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'bun',
    plugins: [
      {
        name: 'unit',
        setup: (build) => {
          build.onResolve({ filter: /.*/ }, ({ path, importer }) => {
            if (importer === '' || path === entry) return undefined
            const full = path.startsWith('.') ? resolve(dirname(importer), path) : path
            if (inside.has(full)) return { path: full }
            outside.add(full)
            return { path: full, external: true }
          })
        },
      },
    ],
  })
  const text = (await outputs[0]?.text()) ?? ''
  const { imports, body, exports } = partsOf(text, outside)
  const doors = functions.map(
    (one) => `export function ${one}(...args) {\n  return (unit ?? load()).${one}(...args)\n}\n`,
  )
  return `${imports}var unit\nfunction load() {\n${body}\nreturn (unit = { ${exports} })\n}\n${doors.join('')}`
}

/** Imports stay at the top: they are loaded anyway. */
function partsOf(text: string, outside: ReadonlySet<string>): { imports: string; body: string; exports: string } {
  let imports = ''
  let exports = ''
  const isOutside = (path: string): boolean => outside.has(path) || isBuiltin(path)
  const body = text
    .replaceAll(/^import (?:[^;'"]*? from )?"([^"]+)";\n/gm, (line, path: string) => {
      if (!isOutside(path)) return line
      imports += line
      return ''
    })
    .replace(/^export \{([^}]*)\};\n*$/m, (_, names: string) => {
      exports = names.split(',').map(toProperty).join(', ')
      return ''
    })
  return { imports, body, exports }
}

function toProperty(name: string): string {
  const [local = '', exported = local] = name.trim().split(' as ')
  return `${exported}: ${local}`
}

/** What others import from a file of a unit: functions come from the unit, plain values are written again. */
function doorTo(file: string, unit: string, asked: ReadonlySet<string>): string {
  const functions = [...asked].filter((name) => isFunction(file, name))
  const values = [...asked].filter((name) => !functions.includes(name)).map((name) => plainValue(file, name))
  const door = functions.length > 0 ? `export { ${functions.join(', ')} } from '${unit}'\n` : ''
  return `${door}${values.join('')}`
}

/** Also a table that is made lazily. */
function isFunction(file: string, name: string): boolean {
  const value = String.raw`const ${name}\b[^=\n]*= (?:lazily\(|lazyWords\(|(?:async )?\([^()]*\)[^=\n]*=>)`
  return new RegExp(`^export (?:(?:async )?function\\*? ${name}\\b|${value})`, 'm').test(readFileSync(file, 'utf8'))
}

function plainValue(file: string, name: string): string {
  const found = new RegExp(`^export const ${name} = (?:'[^'\\\\]*'|[\\d_ *]+)$`, 'm').exec(readFileSync(file, 'utf8'))
  if (!found) throw new Error(`${file}: ${name} is no function and no plain value, so its file cannot be set aside`)
  return `${found[0]}\n`
}
