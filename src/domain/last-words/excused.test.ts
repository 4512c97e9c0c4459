// What excuses named work: one sentence for each way to say so, in the plain form in which it is read.
import { expect, test } from 'bun:test'
import { isExcused } from './excused.ts'

const excused = `
you need to set the token|the rest is for you|the key is on their side|it stays on his plate|the fix is on alex's side|users still see it
if needed i add it|should anything break i look|unless wanted it stays|in case something fails|whenever needed it runs
that is optional|it is out of scope|this is beyond the scope|the importer is not part of it|that isn't part of this task|it fails as it should
they fail as they should|a test would be nice to have|a migration is not needed|it is not required|it is not necessary|it is so by design
it is left out on purpose|that is intentional|it was left deliberately|the failure is preexisting|the failure is pre-existing|it is unrelated
it works as before|left out as requested|done as asked|built as described|skipped as wanted|that is a separate matter|it is a different matter
left as agreed|of course it stays|it is in line with the plan|according to the plan it comes later|left as discussed|done as instructed
it is built as specified|skipped per the spec|the key stays as the ticket says|it is yours
it stays because the ticket ruled it out|left out since the brief says so|kept as the maintainers wanted
if it breaks i'll look|no work is left|no task remains|no steps any more|in the tests it is mocked|, in dev mode it is open
it is the same as in the other module|like the existing one it is open|as in the spec it stays open|it is open as for the other ones
it has no docs, as no docs were wanted|a job that never ran is shown|users who have never logged in|left open anyway
the page shows which tests are missing|the page lists missing tests|it documents what is left|it includes a list of missing parts
vendor has not answered|upstream has not fixed it|safari does not support it|they have not answered
it could later be extended|i would recommend a test|consider a cache|nothing is missing|none of them is open|nobody asked for it
the flag that was missing|the build is green now|it no longer fails|it used to fail|once merged it runs|when you merge it
du musst den schlüssel setzen|bei bedarf folgt mehr|vous devez choisir|puedes añadirla|no queda nada|rien ne reste|nichts fehlt|nichts ist offen
必要に応じて追加|если вы хотите`
  .split(/[|\n]/)
  .filter((sentence) => sentence !== '')

test.each(excused)('%s', (sentence) => expect(isExcused(sentence)).toBe(true))

test.each(['the importer is missing', 'i will stop here', 'two tests fail', 'the docs are left'])(
  '%s is none',
  (sentence) => expect(isExcused(sentence)).toBe(false),
)
