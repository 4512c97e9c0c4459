// What a claim of success may name as remaining: nothing, what nobody asked for, and what is for a person.
import { expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { leftOver } from './left-over.ts'

test.each([
  '',
  '-',
  'None.',
  'N/A',
  'None — everything is implemented and tested.',
  'None. All requested work is complete.',
  'Nothing remains; all tests pass.',
  'No remaining work - the task is done.',
  'There is nothing left to do.',
  'There are no remaining tasks.',
  'No further action is needed.',
  'No follow-up required.',
  'Keine.',
  'Nichts.',
  'Aucun.',
  'Rien.',
  'Ninguno',
  'Nada',
  'Nenhum.',
  'Nessuno',
  'Нет.',
  'なし',
  '特になし。',
  '无',
  '没有',
  '없음',
  'Optional: pagination for large lists.',
  'Optional follow-ups:\n- pagination\n- a dark theme',
  'Future improvements (out of scope):\n1. caching\n2. metrics',
  'A dark theme would be nice to have.',
  'The user has to deploy it.',
  'You need to rotate the key.',
  'Up to you: the name of the package.',
  'If you want, the old endpoint can go in the next major version.',
])('nothing: %s', (text) => expect(leftOver(text)).toBe(false))

test.each([
  'the docs',
  'No tests for the new flag',
  'Nothing is tested yet',
  'None of the docs',
  'None, but the docs',
  'Everything except the docs is done.',
  'The tests pass; the docs are missing.',
  'Make sure the docs are complete.',
  'All tests need to be fixed.',
  'The tests. Optional: a dark theme.',
  'Make the name parameter optional.',
  'Optional chaining in the parser',
  'The docs are not optional.',
  'Add the form so that the user can edit the profile.',
  'Users can not log in yet.',
  'The user can not log out.',
  'Show an error if you submit twice.',
  'Optional follow-ups:\n- pagination\n\nTodo:\n- the docs',
  'Die Tests fehlen noch.',
  'Keine Tests für die neue Option.',
  '测试还没有写',
])('left: %s', (text) => expect(leftOver(text)).toBe(true))

test('linear in the text', () => {
  for (const part of ['all is ', 'optional ', 'this is ', 'a:', '1. a\n', ' ', 'if you', 'no open '])
    expectLinear(100_000, (size) => leftOver(part.repeat(size / part.length)))
})
