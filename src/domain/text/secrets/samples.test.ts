// R5: secrets of every kind we know are masked, and what only looks like one is left alone.
import { describe, expect, test } from 'bun:test'
import { KINDS } from '../../../../test/secrets/kinds.ts'
import { LOOK_ALIKES } from '../../../../test/secrets/look-alikes.ts'
import { maskSecrets } from '../mask-secrets.ts'
import { VENDOR_KEYS, VENDOR_SHAPES } from './vendors.ts'

/** As much of a secret as nobody may read. */
const READABLE = 12

describe('R5: masked', () => {
  for (const { kind, text, values } of KINDS) {
    test(kind, () => {
      const masked = maskSecrets(text)
      const around = values.reduce((rest, value) => rest.replaceAll(value, ''), text)
      const readable = values.flatMap(partsOf).filter((part) => masked.includes(part) && !around.includes(part))
      expect(readable).toEqual([])
      expect(values.length).toBeGreaterThan(0)
      expect(maskSecrets(masked)).toBe(masked)
    })
  }
})

describe('R5: left alone', () => {
  for (const { kind, text } of LOOK_ALIKES) test(kind, () => expect(maskSecrets(text)).toBe(text))
})

describe('the text around a secret stays', () => {
  const word = (length: number): string => 'aB3dE5gH7j'.repeat(length / 10)
  const cases: ReadonlyArray<readonly [text: string, expected: string]> = [
    [`a ghp_${word(40)} b`, 'a [masked] b'],
    [`{"k":"x\\nghp_${word(40)}\\ny"}`, '{"k":"x\\n[masked]\\ny"}'],
    [`-ghp_${word(40)}\n+ghp_${word(30)}\n`, '-[masked]\n+[masked]\n'],
    ['DB_PASS=hunter22 # local', 'DB_PASS=[masked] # local'],
    ['{\\"password\\":\\"hunter22\\",\\"a\\":1}', '{\\"password\\":\\"[masked]\\",\\"a\\":1}'],
    ['redis://:hunter22@cache/0', 'redis://:[masked]@cache/0'],
    [`https://${word(40)}@host/a`, 'https://[masked]@host/a'],
    ['mysql -u me -phunter22 app', 'mysql -u me -p[masked] app'],
    [`Cookie: theme=dark; sid=${word(30)}; a=b`, 'Cookie: theme=dark; sid=[masked]; a=b'],
    ['Server=db;Password=hunter22;Encrypt=true', 'Server=db;Password=[masked];Encrypt=true'],
    ['machine x login me password hunter22', 'machine x login me password [masked]'],
    ['<password>hunter22</password>', '<password>[masked]</password>'],
    ["define('DB_PASSWORD', 'hunter22');", "define('DB_PASSWORD', '[masked]');"],
    ['- name: DB_PASSWORD\n  value: hunter22\n', '- name: DB_PASSWORD\n  value: [masked]\n'],
  ]
  for (const [text, expected] of cases) test(expected, () => expect(maskSecrets(text)).toBe(expected))
})

describe('the table of vendors', () => {
  const rows = [VENDOR_KEYS, VENDOR_SHAPES].flatMap((table) =>
    table
      .trim()
      .split('\n')
      .filter((row) => !row.startsWith('# ')),
  )

  test('each row has a beginning, a pattern and a kind', () => {
    expect(rows.filter((row) => row.split(' ').length < 3)).toEqual([])
  })

  test('each pattern is bounded', () => {
    const unbounded = rows.filter((row) => {
      const pattern = (row.split(' ')[1] ?? '').replaceAll(/\[(?:\\.|[^\]\\])+\]/g, 'c').replaceAll(/\\./g, 'c')
      return /[+*]|\{\d+,\}/.test(pattern)
    })
    expect(unbounded).toEqual([])
  })
})

function partsOf(value: string): string[] {
  if (value.length <= READABLE) return [value]
  return Array.from({ length: value.length - READABLE + 1 }, (_, at) => value.slice(at, at + READABLE))
}
