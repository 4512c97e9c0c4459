// Tables of messages in other languages in which a signal is stated or only mentioned. TAG stands for the tag.
import { describe, expect, test } from 'bun:test'
import { grammar } from '../grammar.ts'
import { promiseTag } from '../promise-tag.ts'

const fill = (text: string) => text.replaceAll('TAG', '<promise>COMPLETE</promise>')

const claims: readonly string[] = [
  'Alle Tests sind grün TAG',
  'Alle Punkte sind erledigt: TAG',
  'Keine offenen Punkte: TAG',
  'Tout est terminé TAG',
  "Je n'ai pas modifié l'API.\n\nTAG",
  'No quedan errores: TAG',
  '没有失败的测试：TAG',
  '修复之后，所有测试通过：TAG',
  '任务完成 TAG',
  'Все тесты проходят TAG',
]

const mentions: readonly (readonly [text: string, because: string])[] = [
  ['Wenn alles läuft, gebe ich aus:\n\nTAG', 'it is conditional'],
  ['Je ne peux pas encore écrire TAG.', 'it is negated'],
  ["Quand tout sera fini, j'écrirai TAG.", 'it is conditional'],
  ['Si todo pasa, escribo TAG.', 'it is conditional'],
  ['Todavía no puedo escribir TAG.', 'it is negated'],
  ['完成后我会输出 TAG', 'it is conditional'],
  ['还不能输出 TAG。', 'it is negated'],
  ['テストが通ったら TAG を出力します。', 'it is only talked about'],
  ['Я пока не вывожу TAG.', 'it is negated'],
]

describe('F3: a claim in another language is a claim', () => {
  test.each(claims)('%j', (text) => {
    expect(promiseTag({ text: fill(text) }, grammar)).toMatchObject({ found: true })
  })
})

describe('F2: a mention in another language is not a claim', () => {
  test.each(mentions)('%j', (text, because) => {
    expect(promiseTag({ text: fill(text) }, grammar)).toEqual({
      found: false,
      strategy: 'promise-tag',
      because: [because],
    })
  })
})
