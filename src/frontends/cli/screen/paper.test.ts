// Paths as people write them: alone, and within a text.
import { describe, expect, test } from 'bun:test'
import { pathsOn } from './paper.ts'

describe('pathsOn', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['no check is configured in /home/ada/api', 'no check is configured in ~/api'],
    ['(/home/ada/a) and\n/home/ada/b: task_1', '(~/a) and\n~/b: task_1'],
    ["cd '/home/ada/my api' && make", "cd '/home/ada/my api' && make"],
    [
      '/home/adam/api, /srv/home/ada/api, --dir=/home/ada/api',
      '/home/adam/api, /srv/home/ada/api, --dir=/home/ada/api',
    ],
  ]
  test.each(rows)('%p', (text, shown) => expect(pathsOn({ home: '/home/ada' }, text)).toBe(shown))
  test('in a pipe nothing is shortened', () =>
    expect(pathsOn({ home: undefined }, 'in /home/ada/api')).toBe('in /home/ada/api'))
})
