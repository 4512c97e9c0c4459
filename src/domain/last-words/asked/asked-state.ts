// Holds the states that a sentence names against the request: "Redis support is parked" leaves work if Redis was asked
// for, and if nobody ruled it out.
import { lazyWords } from '../../../contract/lazily.ts'
import { bare, type Clause, clausesOf, isCase, type State } from './clauses.ts'
import { type Request, stemOf, stemsOf } from './request-read.ts'
import { statesIn } from './states.ts'
import { hasMark } from './words-around.ts'

export function statesAsked(sentence: string, before: string | undefined, request: () => Request): boolean {
  // A row is read elsewhere, and what holds as long as something else does is a rule of the product.
  if (
    /^\s*\||\bas long as (?!(?:it|they|before)\b)|\blook(?:s|ed)? like\b[^.;]{1,80}\bbut (?:is|are|was|were)(?:n't| not)\b/i.test(
      sentence,
    )
  )
    return false
  const clauses = clausesOf(sentence)
  const isOfCase = clauses.some(isCase)
  return clauses.some(
    (clause, at) =>
      !isOfBefore(clause) &&
      !(isOfBefore(clauses[at - 1]) && POINTERS().has(clause.words[0] ?? '')) &&
      statesIn(clause, request).some(
        (state) =>
          !(isOfCase && !clause.words.includes('i')) &&
          isLeft(state, clause, () => clauses[at - 1]?.words ?? wordsBefore(before), request()),
      ),
  )
}

/** "The four ignored tests were ignored before too" */
function isOfBefore(clause: Clause | undefined): boolean {
  const words = clause?.words ?? []
  const at = words.indexOf('before')
  const isPast = words.slice(0, Math.max(0, at)).some((word) => word === 'was' || word === 'were')
  return isPast && (at === words.length - 1 || ['too', 'already', 'as', 'my'].includes(words[at + 1] ?? ''))
}

const wordsBefore = (before: string | undefined): readonly string[] =>
  before === undefined ? [] : clausesOf(before).flatMap((clause) => clause.words)

type Share = 'all' | 'some' | 'rest' | 'none'

function isLeft(state: State, clause: Clause, before: () => readonly string[], request: Request): boolean {
  const isTold = NONE().has(state.about[0] ?? '') || state.about.some((word) => TELLS().has(word))
  if (isTold && state.kind !== 'any') return false
  const own = shareOf(state.about, request)
  const pointsBack =
    own === undefined || (own === 'none' && state.about.slice(0, 2).some((word) => POINTERS().has(word)))
  const share = pointsBack ? (shareOf(before(), request) ?? 'none') : own
  if (state.kind === 'any') return share !== 'out'
  // "It returns an empty list now" tells what the work changed.
  if (state.kind === 'fake')
    return (
      !isNew(clause.words) &&
      share !== 'out' &&
      !wantsStandIn(request) &&
      !(pointsBack && (share === 'none' || isOfTests(before())))
    )
  if (share === 'none' || share === 'out') return false
  if (state.kind === 'all' || state.kind === 'rest')
    return share === state.kind || (state.kind === 'rest' && isOfRest(state.about))
  if (state.kind === 'own') return true
  if (state.kind === 'old') return (share === 'all' || hasMark(clause.words)) && isToGo(request)
  if (state.kind === 'stand-in') return !wantsStandIn(request) && !(pointsBack && isOfTests(before()))
  if (pointsBack && before().length < 5) return share === 'all'
  return share !== 'some' && hasMark(clause.words)
}

/** "now", but not "for now" */
const isNew = (words: readonly string[]): boolean =>
  words.some((word, at) => word === 'now' && !['for', 'right', 'of', 'until'].includes(words[at - 1] ?? ''))

/** "Implement soft delete" removes nothing. */
const isToGo = ({ wantsItGone, text }: Request): boolean => wantsItGone && !MAKES.test(text)
const MAKES = /^\W*(?:please |can you |could you )*(?:implement|add|build|create|introduce|support)\b/

const isOfTests = (words: readonly string[]): boolean => words.some((word) => word.startsWith('test'))

const NONE = lazyWords('no none nothing neither')
/** Then it is what the product says. */
const TELLS = lazyWords(
  'shows lists reports displays prints tells says marks highlights warns lets hint hints labelled',
)

/** How much of what these words name was asked for; undefined if they name nothing. */
function shareOf(words: readonly string[], { asked, ruledOut }: Request): Share | 'out' | undefined {
  const content = words
    .flatMap(bare)
    .filter((word) => word !== '' && !FILLERS().has(word))
    .map(stemOf)
  if (content.some((stem) => ruledOut.has(stem) && !asked.has(stem))) return 'out'
  const isRest = asked.size > 0 && !words.includes('no') && isOfRest(words)
  if (content.length === 0) return isRest ? 'rest' : undefined
  const known = content.filter((stem) => asked.has(stem))
  return known.length === content.length ? 'all' : known.length > 0 ? 'some' : 'none'
}

/** Stubs, mocks or samples are what was asked for. */
const wantsStandIn = ({ asked }: Request): boolean =>
  standIns().some((stem) => asked.has(stem)) && !endings().some((stem) => asked.has(stem))
const standIns = stemsOf(
  'mock stub dummy fake placeholder skeleton scaffold sample demo draft todo poc prototype noop proof template empty null',
)
const endings = stemsOf('replace remove fix finish complete resolve work')
const isOfRest = (words: readonly string[]): boolean =>
  words.some((word, at) => REST().has(word) || (word === 'other' && words[at - 1] === 'the'))
const POINTERS = lazyWords('it its they them their this that these those one ones')
const REST = lazyWords('rest remainder remaining others')
const FILLERS =
  lazyWords(`of in for on with at from to into by via per under across inside within as about over between through than like during the
  a an this that these those my your our its their all both some most many it them any i we you they he she there and or nor
  also so far now then still yet part parts piece pieces bit half halves side sides thing things one ones two three four five
  six seven eight nine ten eleven twelve first second third last few several handful other others rest remaining remainder
  actual real proper full complete itself themselves implementation support handling feature features functionality logic job
  jobs work task tasks portion section sections more only just moment time however meanwhile unfortunately note currently new
  pass additional necessary corresponding related option options button entry is are was were has have had been be do does did
  not no yes will would can could should may might must what here how well again out up off down back away aside alone
  until`)
