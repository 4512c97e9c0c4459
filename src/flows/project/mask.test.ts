// The mask of a project: known shapes of secrets, and the values of its own `.env` files, wherever they lie.
import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { files } from '../../adapters/platform/files/files.ts'
import { maskFor } from './mask.ts'
import type { Mask } from '../../domain/tasks/masked.ts'

interface Project extends Disposable {
  readonly root: string
  readonly put: (name: string, text: string) => void
  readonly mask: (...folders: readonly (string | undefined)[]) => Mask
}

function project(given: Readonly<Record<string, string>> = {}): Project {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-mask-'))
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  for (const [name, text] of Object.entries(given)) put(name, text)
  return {
    root,
    put,
    mask: (...folders) => maskFor({ files }, folders.length === 0 ? [root] : folders),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

const SECRET = 'hunter2-hunter2'
const LINE = `DB_PASSWORD=${SECRET}\n`

describe('files whose values are masked', () => {
  for (const name of ['.env', '.env.local', '.env.production', '.env.test.local', '.env.staging']) {
    test(name, () => {
      using place = project({ [name]: LINE })
      expect(place.mask()(`the password ${SECRET} works`)).toBe('the password [masked] works')
    })
  }
})

describe('files that are passed over', () => {
  for (const name of [
    '.env.example',
    '.env.sample',
    '.env.template',
    '.env.dist',
    '.env.defaults',
    'env',
    'notes.md',
  ]) {
    test(name, () => {
      using place = project({ [name]: LINE })
      expect(place.mask()(SECRET)).toBe(SECRET)
    })
  }

  test('a folder of that name', () => {
    using place = project({ '.env/values': LINE })
    expect(place.mask()(SECRET)).toBe(SECRET)
  })

  test('one that is far too large', () => {
    using place = project({ '.env': `${LINE}${'# comment\n'.repeat(30_000)}` })
    expect(place.mask()(SECRET)).toBe(SECRET)
  })

  test('one that cannot be followed', () => {
    using place = project()
    symlinkSync(join(place.root, 'nowhere'), join(place.root, '.env'))
    expect(place.mask()(SECRET)).toBe(SECRET)
  })

  test('a device', () => {
    using place = project()
    symlinkSync('/dev/zero', join(place.root, '.env'))
    expect(place.mask()(SECRET)).toBe(SECRET)
  })
})

test('what has the shape of a secret goes without any file', () => {
  using place = project()
  const mask = place.mask(undefined)
  expect(mask(`use ghp_${'aB3dE5gH7j'.repeat(4)} now`)).toBe('use [masked] now')
  expect(mask('nothing to hide')).toBe('nothing to hide')
})

test('both, in one text', () => {
  using place = project({ '.env': LINE })
  expect(place.mask()(`${SECRET} and API_KEY=abc123def`)).toBe('[masked] and API_KEY=[masked]')
})

test('the root and the folder of the call are both looked at', () => {
  using place = project({ '.env': 'A_KEY=from-the-root1\n', 'app/.env': 'B_KEY=from-the-app22\n' })
  const mask = place.mask(place.root, join(place.root, 'app'))
  expect(mask('from-the-root1 from-the-app22')).toBe('[masked] [masked]')
})

test('a folder that is not there is no folder', () => {
  using place = project({ '.env': LINE })
  const mask = place.mask(join(place.root, 'gone'), place.root)
  expect(mask(SECRET)).toBe('[masked]')
})

test('words of the settings stay', () => {
  using place = project({ '.env': 'NODE_ENV=production\nPORT=3000\nDEBUG=true\n' })
  const text = 'runs in production on port 3000, debug is true'
  expect(place.mask()(text)).toBe(text)
})

test('a value of one file that holds a value of another is masked whole', () => {
  using place = project({ '.env': 'API_KEY=abc123\n', '.env.local': 'API_KEY=abc123-and-the-rest9\n' })
  expect(place.mask()('it is abc123-and-the-rest9')).toBe('it is [masked]')
})

for (const name of ['.env.qa', '.env.preview', '.envrc']) {
  test(`${name} is such a file too`, () => {
    using place = project({ [name]: `export ${LINE}` })
    expect(place.mask()(SECRET)).toBe('[masked]')
  })
}
