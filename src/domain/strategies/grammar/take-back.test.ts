// Tables of sentences that take a completion claim back, and of those that let it stand.
import { describe, expect, test } from 'bun:test'
import { takesBack } from './take-back.ts'

const withdrawals: readonly string[] = [
  'Wait, I still need to fix the tests',
  'Actually, not done yet',
  "Hmm, that's not finished.",
  'I need to fix one more thing.',
  'Hold on, the build is broken.',
  'Still to do: docs',
  'TODO: fix tests',
  'Two stories remain.',
  'There are two tests left to fix.',
  "I'm not done yet.",
  'Not everything is done.',
  'Oops, I missed one file.',
  'I take that back.',
  'That was premature.',
  'However, one test is failing.',
  'I have not finished the docs.',
  'Let me run the tests again.',
  "I'll now fix the linter errors.",
  'The migration still needs to be written.',
  'It is not complete yet because CI is red.',
  'No wait.',
  'Next, I will implement story 2.',
  'Disregard that.',
  'Sorry, this is not ready.',
  "We're not there yet, I still have to add tests.",
  "I realize story 5 isn't covered.",
  'Continuing.',
  "No, that's not right.",
  "That isn't true.",
  'The line above is what I will print at the end.',
  'The above is just a sample.',
  'Forget what I said.',
  'The task is only half done.',
  'Ich bin noch nicht fertig.',
  'Zwei Tests schlagen noch fehl.',
  "Ce n'est pas encore terminé.",
  'La tarea todavía no está lista.',
  '任务还没有完成。',
  "I'll sort out whatever the nightly run finds.",
  'The type checker still is not happy.',
  'The two reports are not equal after all.',
  'That leaves us short of the goal of 90 %.',
  'The start-up time misses the target by 40 ms.',
  'Quick correction: the login test just timed out.',
  'Drei Fälle schlagen leider fehl.',
  'Der Build ist doch nicht grün.',
  'Der Linter meldet noch zwei Fehler.',
  'Die Migration fehlt noch.',
  'Il me reste trois écrans à traduire.',
  'Deux tests sont encore en échec.',
  'El compilador todavía da 3 errores.',
  'Me faltan dos pantallas.',
  'Ainda há um teste vermelho.',
  'Manca ancora la documentazione.',
  'エラーが3件残っています。',
  '还有两个测试失败。',
  '테스트 두 개가 실패하고 있습니다.',
  'Два теста всё ещё падают, всё ещё не проходит сборка.',
]

const harmless: readonly string[] = [
  'The cache was not needed after all.',
  'The race was not caused by the queue after all.',
  'Windows is still not supported by the library.',
  'The script stops where a file misses the mark line.',
  'Vorher schlugen drei Tests fehl, jetzt laufen alle.',
  'Es fehlt nichts mehr.',
  'Der Linter meldet keine Fehler.',
  'Il ne reste plus rien à faire.',
  'Avant, deux tests étaient en échec.',
  'Ya no queda ningún error.',
  'Não há nenhum erro.',
  'Non ci sono errori.',
  'エラーは残っていません。',
  '没有失败的测试。',
  '남은 오류가 없습니다.',
  'Let me know if you want changes.',
  'The remaining cleanup of old branches was out of scope.',
  'You still need to set the API key.',
  'I did not touch the config.',
  'The old API still works.',
  'No work remains.',
  'Remaining work: none.',
  'TODO: none',
  'If something is not done, tell me.',
  'I can add more tests if you like.',
  "I'll add docs if you want.",
  'Wait for CI before merging.',
  'Actually, everything was simpler than expected.',
  'You need to run the migration.',
  'To use it, run `npm start`.',
  'Nothing is left to do.',
  'There are no failing tests left.',
  'I was not done before, but now I am.',
  'Earlier the tests failed; now they pass.',
  'I did not need to fix the linter.',
  'Two unrelated tests still fail on main as before.',
  'The flag is not complete documentation of the feature.',
  'Is anything not done?',
  'I should mention that Node 20 is required.',
  "I'll be here if you need me.",
  'You can ignore that warning.',
  'The "not done" label is gone.',
  'The build is no longer broken.',
  "I'll stop here.",
  'I will not make further changes.',
  'The next step would be to deploy, when you are ready.',
  'Users must log in first.',
  'The server is still running.',
  'The tests do not need network access.',
  'However, I would recommend adding rate limiting.',
  'Unfortunately the API has no batch endpoint, so it sends single requests.',
  'This does not change behaviour.',
  'We could also cache it, but that is out of scope.',
  "The PR is not merged yet; that's your call.",
  'The deployment is still pending your approval.',
  'Actually the fix was simple: a missing await.',
  'Ich habe die Konfiguration nicht angefasst.',
  '没有失败的测试。',
]

describe('F2: a sentence that takes a claim back', () => {
  test.each(withdrawals.map((text) => [text]))('%j', (text) => {
    expect(takesBack(`Fine so far. ${text}`)).toBe(text)
  })
})

describe('F3: a sentence that lets a claim stand', () => {
  test.each(harmless.map((text) => [text]))('%j', (text) => {
    expect(takesBack(`Fine so far. ${text}`)).toBeNull()
  })
})

describe('takesBack', () => {
  test('does not read code, quotations or comments', () => {
    expect(takesBack('```\nnot done yet\n```\n> I am not done\n\n<!-- wait, not done -->')).toBeNull()
  })

  test('reads a heading over remaining work together with what follows it', () => {
    expect(takesBack('## Remaining work\n\n- story 3')).toBe('Remaining work')
    expect(takesBack('## Remaining work\n\nNone.')).toBeNull()
  })

  test('returns the sentence as it was written', () => {
    expect(takesBack('Done. Wait, `npm test` **still fails**. Bye.')).toBe('Wait, `npm test` **still fails**.')
  })
})
