// Labels over work that is left, one for each way to write them.
import { expect, test } from 'bun:test'
import { underLabel } from './labels.ts'

const labels =
  `remaining|what remains|left|left over|left open|left undone|missing|still missing|outstanding|open|open points|pending
unfinished|incomplete|undone|unresolved|unsolved|unimplemented|unconverted files|unmigrated|unported|untranslated screens|unwritten
unfixed|unstarted|untackled|unaddressed|unfinalized|unwired|todo|to-do|to do|to- do|todos|to be done|to be written|to finish
in progress|work in progress|wip|ongoing|blocked|failing|not done|not yet done|not fully working|not there yet|not finished
not green|partly done|partially migrated|half finished|only partly working|nearly done|almost done|couldn't do|could not
things i didn't finish|did not get to|haven't|have not started|unable to fix|not able to run|gaps|known gaps|known failures
known issue|where i stopped|where we are|next up|up next|done so far|tasks to come|items still open|what's left|the remaining work
offen|offene punkte|noch offen|noch zu tun|noch nicht fertig|nicht umgesetzt|was fehlt noch|es fehlt|ausstehend|reste à faire
à terminer|pas fait|pas encore fait|pas fini|en suspens|en cours|pendiente|pendientes|por hacer|falta|sin hacer|en curso
por fazer|em falta|em andamento|da fare|da completare|in corso|残り|未完了|待办|남은 작업|осталось|te doen|nog open|pozostało
do zrobienia|återstår|kvar att göra`.split(/[|\n]/)

test.each(labels)('%s', (label) => {
  for (const line of [`${label}: the importer`, `**${label.toUpperCase()}:** the importer`]) {
    expect(underLabel(['The exporter is written.', line])).toBe(line)
  }
  const heading = `## ${label}`
  expect(underLabel([heading, '', '- the importer'])).toBe(heading)
})

test.each(['Files: the importer', 'Summary: it works', '## Changes', '**Tests**', 'Done. 14:30'])(
  '%s is none',
  (line) => {
    expect(underLabel([line, '- the importer'])).toBeNull()
  },
)
