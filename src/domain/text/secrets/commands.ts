// Secrets among the arguments of commands: options by their name, and the short options of programs that are known.
import { quotedAt, valueSpan } from './named-spans.ts'
import { kindOfName } from './names.ts'
import type { SecretSpan } from './span.ts'
import { isPlaceholder, isReference } from './values.ts'
import { holdsOne } from './words.ts'

/** Programs, what a text must hold for them, and what stands before the secret among their arguments. */
const PROGRAMS: ReadonlyArray<readonly [programs: string, literal: string, before: string]> = [
  ['mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|7z', ' -p', '-p'],
  ['sshpass', ' -p', '-p ?'],
  ['docker|podman|buildah|skopeo|helm|oras|az|oc|cf|twine|cqlsh|mongo|mongosh|mongodump|mongorestore', ' -p ', '-p '],
  ['redis-cli', ' -a ', '-a '],
  ['sqlcmd|bcp|osql|isql|tsql|unzip|zip|mosquitto_pub|mosquitto_sub', ' -P', '-P ?'],
  ['ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd', ' -w ', '-w '],
  ['curl|wget|http|https|xh|lftp', ' -', '(?:-u|--user|--proxy-user|-U|-a|--auth)[ =]?["\']?[^\\s:"\',$]{1,100}[:,]'],
  ['smbclient|rpcclient', '%', '-U ?[^\\s%"\']{1,60}%'],
  ['htpasswd', ' -', '-[A-Za-z]{0,3}b[A-Za-z]{0,3} \\S{1,200} \\S{1,60} '],
  ['nuget|dotnet', ' -', '(?:-k|-ApiKey) '],
  ['ngrok', 'authtoken ', '(?:add-)?authtoken '],
  ['cargo|vault', 'login ', 'login '],
  ['openssl|keytool|jarsigner|signtool', ' -', '-(?:k|p|storepass|keypass|pass) '],
]

export function commandSpans(text: string): SecretSpan[] {
  return [
    ...(holdsOne(text, '--', ' -') ? optionSpans(text) : []),
    ...(holdsOne(text, 'set -', 'setx ', 'setenv ', 'ENV ', 'ARG ', 'configure set', 'config set')
      ? nextWordSpans(text)
      : []),
    ...PROGRAMS.flatMap((row) => programSpans(text, row)),
    ...(holdsOne(text, 'ord is ', 'wd is ', 'ase is ', 'ken is ', 'key is ', 'ret is ', ' was ')
      ? spokenSpans(text)
      : []),
    ...(text.includes('echo ') ? pipedSpans(text) : []),
  ]
}

/** `--password x`, `--token=x`, also as words of a list: `"--password", "x"`. */
function optionSpans(text: string): SecretSpan[] {
  const option =
    /(?:^|[\s"'`(,[])--?([A-Za-z0-9-]{0,30}(?:pass|pwd|secret|token|key|auth)[\w-]{0,20})(?:=| |\\{0,3}["'],\s?(?=\\{0,3}["']))/gi
  return Array.from(text.matchAll(option)).flatMap(({ index, 0: whole, 1: name = '' }) => {
    const kind = kindOfName(name)
    const at = index + whole.length
    if (kind === undefined || kind === 'doubtful' || text[at] === '-') return []
    const isProse = !whole.endsWith('=') && /^[A-Za-z]{1,7}(?![^\s"'])/.test(text.slice(at, at + 9))
    const found = isProse ? undefined : valueSpan(text, at, { name, kind, isSetting: true })
    return found ? [found] : []
  })
}

/** A name, then its value as the next word: `setx API_KEY x`, `ENV API_KEY x`, `aws configure set aws_secret_access_key x`. */
function nextWordSpans(text: string): SecretSpan[] {
  const next = /\b(?:setx|ENV|ARG|setenv|set -[A-Za-z]{1,4}|configure set|config set)\s{1,3}([\w./:@-]{3,100})\s{1,3}/g
  return Array.from(text.matchAll(next)).flatMap(({ index, 0: whole, 1: name = '' }) => {
    const kind = kindOfName(name)
    const found = kind && valueSpan(text, index + whole.length, { name, kind, isSetting: true })
    return found ? [found] : []
  })
}

function programSpans(text: string, [programs, literal, before]: (typeof PROGRAMS)[number]): SecretSpan[] {
  if (!text.includes(literal) || !programs.split('|').some((program) => text.includes(`${program} `))) return []
  const line = new RegExp(`(?<![\\w./-])(?:${programs})\\s(?:[^\\n|;&]{0,300}?\\s)?${before}(?=[^\\s-])`, 'g')
  return Array.from(text.matchAll(line)).flatMap(({ index, 0: whole }) => {
    const span = quotedAt(text, index + whole.length) ?? wordAt(text, index + whole.length)
    return isArgument(text.slice(span.start, span.end)) ? [span] : []
  })
}

function wordAt(text: string, start: number): SecretSpan {
  const word = /[^\s"'`|;\\]{1,2000}/y
  word.lastIndex = start
  return { start, end: word.test(text) ? word.lastIndex : start }
}

function spokenSpans(text: string): SecretSpan[] {
  const spoken =
    /\b(?:password|passphrase|passwd|token|api key|secret)(?: is| was)[ \t]{1,3}["'`]?(?=\S{0,60}\d)([^\s"'`]{6,200})/gi
  return Array.from(text.matchAll(spoken)).flatMap(({ index, 0: whole, 1: value = '' }) => {
    const start = index + whole.length - value.length
    const bare = value.replace(/[.,;:!?)]{1,10}$/, '')
    return isArgument(bare) && !/^(?:base64|sha-?\d+|md5|\d+-?[a-z]+)$/i.test(bare)
      ? [{ start, end: start + bare.length }]
      : []
  })
}

/** `echo 'x' | sudo -S …`: a password for the next program. */
function pipedSpans(text: string): SecretSpan[] {
  const piped =
    /\becho (?:-[ne]{1,2} )?["']?([^\s"'|]{4,100})["']? ?\| ?(?:sudo (?:-\w+ )*-S|docker login|chpasswd|passwd --stdin)/g
  return Array.from(text.matchAll(piped)).flatMap(({ index, 0: whole, 1: value = '' }) => {
    const start = index + whole.indexOf(value, 'echo '.length)
    return isArgument(value) ? [{ start, end: start + value.length }] : []
  })
}

/** A port, a file or a setting after the same letters is none. */
function isArgument(text: string): boolean {
  if (text.length < 3 || isPlaceholder(text) || isReference(text)) return false
  return !/^(?:[\d:.]{1,12}|[\w-]+=.*|[.~]?\/.*|.*\.(?:json|ya?ml|toml))$/.test(text)
}
