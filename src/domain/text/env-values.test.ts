// Which values of `.env` files are secrets, which are settings, and that masking leaves no part of a secret.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import { secretValuesIn, toMasker } from './env-values.ts'

const maskValues = (text: string, values: readonly string[]): string => toMasker(values)(text)

type Row = readonly [line: string, value: string]

const secrets: readonly Row[] = [
  ['DB_PASSWORD=hunter2', 'hunter2'],
  ['DB_PASSWORD="hunter2"', 'hunter2'],
  ["DB_PASSWORD='hunter2'", 'hunter2'],
  ['export DB_PASSWORD=hunter2', 'hunter2'],
  ['  DB_PASSWORD = hunter2  ', 'hunter2'],
  ['DB_PASSWORD=hunter2 # the old one', 'hunter2'],
  ['DB_PASSWORD="hunter2" # the old one', 'hunter2'],
  ['DB_PASSWORD=hunter2#still', 'hunter2#still'],
  ['DB_PASSWORD="hunter#2"', 'hunter#2'],
  ['DB_PASSWORD=hunter2\r\n', 'hunter2'],
  ['DB_PASSWORD: hunter2', 'hunter2'],
  ['db.password=hunter2', 'hunter2'],
  ['SESSION_SECRET="keyboard cat"', 'keyboard cat'],
  ['PASSPHRASE=open sesame', 'open sesame'],
  ['JWT_SECRET=correcthorsebatterystaple', 'correcthorsebatterystaple'],
  ['API_KEY=abcd', 'abcd'],
  ['STRIPE_TOKEN=tok_abc', 'tok_abc'],
  ['SALT=a1b2', 'a1b2'],
  ['SENTRY_DSN=https://abc123@o1.ingest.sentry.io/42', 'https://abc123@o1.ingest.sentry.io/42'],
  ['ACCESS=Zm9vYmFyYmF6cXV4', 'Zm9vYmFyYmF6cXV4'],
  ['OTP_SEED=JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
  ['WEIRD=a1B2c3D4e5F6g7H8', 'a1B2c3D4e5F6g7H8'],
]

const settings: readonly string[] = [
  '',
  '# DB_PASSWORD=hunter2',
  'no assignment at all',
  'NODE_ENV=production',
  'NODE_ENV=development',
  'TOKEN_MODE=production',
  'DEBUG=true',
  'PRIVATE=false',
  'API_KEY=',
  'API_KEY=""',
  'API_KEY=abc',
  'SESSION_LIFETIME=120',
  'PORT=3000',
  'HOST=0.0.0.0:8080',
  'PASSWORD_MIN_LENGTH=12',
  'LOG_LEVEL=debug',
  'LOG_LEVEL=verbose',
  'APP_NAME=shop',
  'TITLE=The shop of 24 things',
  'TZ=Europe/Berlin',
  'LOCALE=en-US',
  'FEATURES=search,login,cart',
  'NEXTAUTH_URL=http://localhost:3000',
  'AUTH_URL=http://127.0.0.1:8080/login',
  'PUBLIC_URL=https://app2.example.com/path1',
  'SSH_KEY_PATH=~/.ssh/id_rsa',
  'CERT_PATH=/etc/ssl/cert.pem',
  'KEY_FILE=./keys/dev.pem',
]

describe('secrets', () => {
  for (const [line, value] of secrets) test(line, () => expect(secretValuesIn(line)).toEqual([value]))
})

describe('settings', () => {
  for (const line of settings) test(line, () => expect(secretValuesIn(line)).toEqual([]))
})

describe('secrets in odd shapes', () => {
  const paths: readonly Row[] = [
    ['AWS_SECRET_ACCESS_KEY=/wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY', '/wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY'],
    ['DB_PASSWORD=~hunter-two', '~hunter-two'],
  ]
  const numbers: readonly Row[] = [
    ['DB_PASSWORD=4815162342', '4815162342'],
    ['CLIENT_SECRET=86753098675309', '86753098675309'],
  ]
  const quoted: readonly Row[] = [
    ['API_KEY="a\\"b12345"', 'a"b12345'],
    ['API_KEY=`abc12345`', 'abc12345'],
  ]
  const names: readonly Row[] = [
    ['DB_PW=letmein', 'letmein'],
    ['WALLET_MNEMONIC=abandon ability able about', 'abandon ability able about'],
  ]
  for (const [line, value] of [...paths, ...numbers, ...quoted, ...names]) {
    test(line, () => expect(maskValues(`it is ${value}!`, secretValuesIn(line))).toBe('it is [masked]!'))
  }

  test('a value of several lines', () => {
    const values = secretValuesIn('SIGNING_KEY="abcd1234efgh\nijkl5678mnop"\nPORT=1\n')
    expect(maskValues('abcd1234efgh\nijkl5678mnop', values)).not.toMatch(/abcd1234efgh|ijkl5678mnop/)
  })

  test('the password of an address, by itself', () => {
    const values = secretValuesIn('DATABASE_URL=postgres://me:p4ss-w0rd@db:5432/app')
    expect(maskValues('the password p4ss-w0rd is wrong', values)).toBe('the password [masked] is wrong')
  })

  test('a value with quotes in it, inside JSON', () => {
    const values = secretValuesIn(`DB_PASSWORD='se"cr\\et12'`)
    expect(maskValues(JSON.stringify({ summary: 'used se"cr\\et12' }), values)).not.toContain('cr\\\\et12')
  })
})

describe('settings that look like secrets', () => {
  const parts = ['MONKEY=banana', 'COMPASS_MODE=enabled', 'AUTHOR=Alice', 'KEYBOARD_LAYOUT=qwerty']
  const words = [
    'SESSION_DRIVER=redis',
    'AUTH_PROVIDER=github',
    'COOKIE_NAME=session',
    'AUTH_ENABLED=enabled',
    'TOKEN_TYPE=Bearer',
    'KEY_ALGORITHM=RS256',
    'AUTH_URL=https://auth.example.com',
    'TOKEN_ENDPOINT=https://example.com/token',
    'CERT_FILE=certs/server.pem',
  ]
  const mixed = [
    'NODE_VERSION=v20.11.1',
    'AWS_REGION=eu-central-1',
    'DATABASE_HOST=db1.internal',
    'IMAGE=node:20-alpine',
    'MODEL=claude-3-5-sonnet',
    'SINCE=2024-01-01T00:00:00Z',
    'REDIS_URL=redis://localhost:6379',
    'RESOLUTION=1024x768',
  ]
  const comments = ['API_KEY=# ask Alice for it']
  for (const line of [...parts, ...words, ...mixed, ...comments]) {
    test(line, () => expect(secretValuesIn(line)).toEqual([]))
  }

  test('a short password that is a word leaves longer words alone', () => {
    const values = secretValuesIn('DB_PASSWORD=root')
    expect(maskValues('a rooted tree has one rootstock', values)).toBe('a rooted tree has one rootstock')
  })
})

describe('a whole file', () => {
  const FILE = [
    '# settings',
    'NODE_ENV=production',
    'API_KEY=abc123',
    'API_KEY_NEXT=abc123def456',
    'OTHER_KEY=abc123',
    '',
    'PORT=3000',
  ]

  test('each value once, longest first', () =>
    expect(secretValuesIn(FILE.join('\n'))).toEqual(['abc123def456', 'abc123']))
  test('with line ends of Windows', () => expect(secretValuesIn(FILE.join('\r\n'))).toEqual(['abc123def456', 'abc123']))
  test('a value that holds another is masked whole', () =>
    expect(maskValues('abc123def456, abc123', secretValuesIn(FILE.join('\n')))).toBe('[masked], [masked]'))
  test('nothing to mask, nothing changed', () =>
    expect(maskValues('production', secretValuesIn(FILE.join('\n')))).toBe('production'))
  test('a value that looks like a pattern is none', () =>
    expect(maskValues('a.c$&(x4 and abcd', secretValuesIn('API_KEY=a.c$&(x4'))).toBe('[masked] and abcd'))
  test('every place', () => expect(maskValues('x abc123 y abc123', ['abc123'])).toBe('x [masked] y [masked]'))
  test('no file holds more values than are kept', () => {
    const many = Array.from({ length: 2000 }, (_, index) => `KEY_${index}=secret${index}`).join('\n')
    expect(secretValuesIn(many)).toHaveLength(500)
  })
})

test('no value that was found is left in any text, and nothing throws', () => {
  const value = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 })
  const line = fc.tuple(fc.constantFrom('API_KEY', 'export TOKEN', 'NAME', 'DB_PASSWORD'), value)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), fc.string(), (lines, text) => {
      const values = secretValuesIn(lines.map(([name, given]) => `${name}=${given}`).join('\n'))
      const masked = maskValues(`${text} ${values.join(' ')}`, values)
      const left = masked.replaceAll('[masked]', '\0')
      for (const secret of values.filter((one) => !'[masked] '.includes(one))) {
        // A plain word may be a part of a longer one.
        expect(/^[A-Za-z]+$/.test(secret) ? left.split(/\W+/) : left).not.toContain(secret)
      }
    }),
    { numRuns: rounds(500) },
  )
})

test('a hostile file is read quickly', () => {
  expectLinear(100_000, (size) =>
    secretValuesIn(`KEY=${' #'.repeat(size)}\n${'A'.repeat(size)}\n${'KEY=" '.repeat(size / 5)}`),
  )
})

test('a line of very many blanks is read through once', () => {
  expect(secretValuesIn(`API_KEY=x${' '.repeat(250_000)}y1`)).toHaveLength(1)
})
