// The last words of a program that failed.
import { describe, expect, test } from 'bun:test'
import { errorWords } from './error-words.ts'

const rows: ReadonlyArray<readonly [name: string, errors: string, expected: string]> = [
  ['nothing', ' \n\n', ''],
  ['the last three lines', 'one\ntwo\r\n\n  three\nfour\n', 'two three four'],
  [
    'U15: Node: the message, not the fields of the error and the version',
    `node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open 'plan.txt'
    at Object.openSync (node:fs:573:18)
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25) {
  errno: -2,
  code: 'ENOENT',
  syscall: 'open',
  path: 'plan.txt'
}

Node.js v20.20.2
`,
    "Error: ENOENT: no such file or directory, open 'plan.txt'",
  ],
  [
    'Node, fields on the line of the message',
    "Error: spawn x ENOENT {\n  code: 'ENOENT' }\nNode.js v22.1.0\n",
    'Error: spawn x ENOENT',
  ],
  ['a code in brackets', 'TypeError [ERR_X]: no\n    at a.js:1:2\n', 'TypeError [ERR_X]: no'],
  ['Bun', 'error: boom\n      at /a.ts:1:7\n\nBun v1.4.4 (Linux x64)\n', 'error: boom'],
  [
    'Python: the message is the last line',
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    f()\nValueError: no\n',
    'ValueError: no',
  ],
  ['words after the message', 'Error: boom\nSee the log.\n', 'Error: boom See the log.'],
]

describe('errorWords', () => {
  for (const [name, errors, expected] of rows) test(name, () => expect(errorWords(errors)).toBe(expected))
})
