// What is a secret, what is prose, and that masking stays quick on hostile text.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { amount } from '../../../test/rounds.ts'
import { maskSecrets, maskSecretsInLines } from './mask-secrets.ts'

const word = (length: number): string => 'aB3dE5gH7j'.repeat(Math.ceil(length / 10)).slice(0, length)
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${word(64)}\n${word(64)}\n-----END RSA PRIVATE KEY-----`

const secrets: ReadonlyArray<readonly [name: string, text: string, expected: string]> = [
  ['a private key', `before\n${KEY}\nafter`, 'before\n[masked]\nafter'],
  ['an OpenSSH key', KEY.replaceAll('RSA', 'OPENSSH'), '[masked]'],
  ['a private key cut off', KEY.slice(0, 90), '[masked]'],
  ['two private keys', `${KEY}\nx\n${KEY}`, '[masked]\nx\n[masked]'],
  ['Anthropic', `use sk-ant-api03-${word(40)} now`, 'use [masked] now'],
  ['OpenAI', `sk-proj-${word(48)}`, '[masked]'],
  ['Stripe', `sk_live_${word(24)}, pk_test_${word(24)}`, '[masked], [masked]'],
  ['GitHub', `ghp_${word(36)} gho_${word(36)} github_pat_${word(40)}`, '[masked] [masked] [masked]'],
  ['GitLab', `glpat-${word(20)}`, '[masked]'],
  ['Slack', `xoxb-${word(30)}`, '[masked]'],
  ['AWS', `AKIA${'A1B2C3D4E5F6G7H8'} and ASIA${'A1B2C3D4E5F6G7H8'}`, '[masked] and [masked]'],
  ['Google', `AIza${word(35)}`, '[masked]'],
  ['npm', `npm_${word(36)}`, '[masked]'],
  ['a JSON web token', `eyJ${word(20)}.${word(30)}.${word(30)}`, '[masked]'],
  ['a bearer header', `Authorization: Bearer ${word(30)}`, 'Authorization: Bearer [masked]'],
  ['a basic header', 'Authorization: Basic dXNlcjpwYXNzd29yZA==', 'Authorization: Basic [masked]'],
  ['a password in a URL', 'postgres://me:hunter22@db:5432/x', 'postgres://me:[masked]@db:5432/x'],
  ['an environment line', 'API_KEY=abc123def', 'API_KEY=[masked]'],
  [
    'a prefixed environment line',
    'export MY_SERVICE_SECRET_TOKEN="abc123def"',
    'export MY_SERVICE_SECRET_TOKEN="[masked]"',
  ],
  ['YAML', 'password: s3cr3t-value', 'password: [masked]'],
  ['JSON', '{"client_secret": "abc123def", "id": "abc123def"}', '{"client_secret": "[masked]", "id": "abc123def"}'],
  ['a long value without digits', 'db_password=correcthorsebatterystaple', 'db_password=[masked]'],
  ['several on one line', 'token=abc123def;secret=def456ghi', 'token=[masked];secret=[masked]'],
]

const prose: ReadonlyArray<readonly [name: string, text: string]> = [
  ['a sentence about tokens', 'The token is read from the session and the password is hashed.'],
  ['a heading', 'Secret management: how we do it'],
  ['code that reads the environment', 'const key = process.env.NAME'],
  ['a type', 'token: string'],
  ['a short placeholder', 'PASSWORD=xxxxx'],
  ['an id', 'session 0493af44-6256-4ea3-8f5c-f3e038d096d6'],
  ['a commit', 'commit 9fceb02d0ae598e95dc970b74767f19372d61af8'],
  ['a done token', 'TASKMASTER_DONE::0493af44-6256-4ea3-8f5c-f3e038d096d6'],
  ['a URL without a password', 'https://example.org:8080/a/b?c=d'],
  ['an address', 'git@example.org:me/it.git'],
  ['a hyphenated word', 'the task-runner-configuration-file and the disk-usage-report-generator'],
  ['the word basic', 'a basic understanding of basic authentication is enough'],
  ['the word bearer', 'the bearer authentication scheme'],
  ['a public key', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'],
]

describe('maskSecrets', () => {
  for (const [name, text, expected] of secrets) test(`masks ${name}`, () => expect(maskSecrets(text)).toBe(expected))
  for (const [name, text] of prose) test(`leaves ${name}`, () => expect(maskSecrets(text)).toBe(text))
  test('line numbers stay where they are asked to', () => {
    expect(maskSecretsInLines(`before\n${KEY}\nafter`)).toBe('before\n[masked]\n\n\n\nafter')
  })
  test('masking twice changes nothing more', () => {
    const once = maskSecrets(secrets.map(([, text]) => text).join('\n'))
    expect(maskSecrets(once)).toBe(once)
  })
})

describe('a megabyte is masked in linear time', () => {
  const MEGABYTE = 1_000_000
  const fill = (part: string, size: number): string => part.repeat(Math.ceil(size / part.length)).slice(0, size)
  const texts: ReadonlyArray<readonly [name: string, part: string]> = [
    ['one letter', 'a'],
    ['digits', '1'],
    ['spaces', ' '],
    ['dashes', '-'],
    ['beginnings of keys', '-----BEGIN RSA PRIVATE KEY-----\n'],
    ['key names', 'api_key'],
    ['key names with colons', 'token: '],
    ['schemes', 'http://a:'],
    ['web token beginnings', 'eyJaaaaaaaaaaa.'],
    ['bearer', 'bearer '],
    ['prefixes', 'sk-ghp_xoxb-AKIA'],
    ['near-misses of a vendor', 'ghp_aB3dE5gH7j-'],
    ['ends of keys', '-----END RSA PRIVATE KEY-----\n'],
    ['escaped key names', '\\"api_key\\": \\"'],
    ['assignments', 'DB_PASS=hunter2;'],
    ['options', ' --password '],
    ['programs', 'mysql -u a '],
    ['cookies', 'Cookie: a=b; '],
    ['addresses', 'redis://:a@'],
    ['opened elements', '<password>'],
    ['hexadecimal', '0123456789abcdef-'],
    ['paths', '/a.b-c'],
    ['lines of prose', 'The quick brown fox jumps over the lazy dog.\n'],
  ]
  for (const [name, part] of texts) {
    test(name, () => {
      expectLinear(amount(MEGABYTE), (size) => maskSecrets(fill(part, size)))
    })
  }
})
