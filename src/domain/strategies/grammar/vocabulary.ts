// The closed word classes that the mood rules stand on. Open classes (all nouns, all verbs) are left to structure:
// position in the clause, clause boundaries and who the subject is.

export function oneOf(words: string): string {
  return `(?:${words
    .split(' ')
    .map((word) => word.replaceAll('_', ' '))
    .join('|')})`
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

export const NEGATOR = oneOf(
  "not never no neither nor without cannot none can't won't don't doesn't didn't isn't aren't wasn't weren't " +
    "haven't hasn't hadn't shouldn't wouldn't couldn't mustn't ain't avoid avoiding instead_of refuse refrain",
)

/** Conjunctions that make what they govern conditional or put it off. */
export const CONDITION = oneOf(
  'if when whenever once until till unless after before as_soon_as as_long_as provided assuming in_case only_if ' +
    'only_when only_after only_once not_until upon whether should_you otherwise',
)

export const FUTURE = oneOf(
  "will i'll we'll it'll he'll they'll you'll shall going_to gonna would i'd later soon about_to",
)

export const PLANNED = oneOf(
  'to should must may might can could need needs want wants plan intend ought supposed try remember ready able',
)

/** Verbs with which a speaker utters a signal: base, third person, -ing and past forms. */
export const UTTER_BASE = oneOf(
  'print output emit say write send return respond reply answer type echo produce post signal declare claim ' +
    'report issue display give provide deliver state announce submit confirm conclude end finish close stop ' +
    'present share raise mark indicate sign_off publish release offer',
)
export const UTTER_THIRD = oneOf(
  'prints outputs emits says writes sends returns responds replies answers types echoes produces posts signals ' +
    'declares claims reports issues displays gives provides delivers states announces submits confirms concludes ' +
    'ends finishes closes stops presents shares raises marks indicates publishes',
)
export const UTTER_ING = oneOf(
  'printing outputting emitting saying writing sending returning responding replying answering typing echoing ' +
    'producing posting signaling signalling declaring claiming reporting issuing displaying giving providing ' +
    'delivering stating announcing submitting confirming concluding ending finishing closing stopping presenting ' +
    'sharing raising marking indicating publishing releasing offering',
)
export const UTTER_PAST = oneOf(
  'printed outputted emitted said wrote written sent returned responded replied answered typed echoed produced ' +
    'posted signaled signalled declared claimed reported issued displayed gave given provided delivered stated ' +
    'announced submitted confirmed presented shared raised marked indicated published',
)

/** Verbs that point at a signal without uttering it; the past forms double as participles ("no errors found"). */
export const POINTING = oneOf(
  'ask asks asking want wants expect expects require requires need needs tell tells request requests instruct ' +
    'instructs read reads demand demands look_for looks_for looking_for wait_for waits_for waiting_for search_for ' +
    'searches_for searching_for grep grep_for check_for checks_for checking_for watch_for watches_for listen_for ' +
    'listens_for detect detects match matches accept accepts recognize recognizes recognise recognises mean means ' +
    'contain contains mention mentions quote quotes document documents describe describes define defines parse ' +
    'parses find finds see sees add adds adding use uses using include includes including append appends ' +
    'appending put puts putting insert inserts replace replaces remove removes call calls like looks_like ' +
    'look_like such_as namely i.e e.g cf viz test_for tests_for show shows',
)
export const POINTING_PAST = oneOf(
  'asked wanted expected required needed told requested instructed demanded detected matched accepted meant ' +
    'contained mentioned quoted documented described defined parsed found saw added used included appended put ' +
    'inserted replaced removed called handled supported shown searched looked',
)

/** Nouns that name the signal itself, and words that stand for it. */
export const SIGNAL_NOUN = oneOf(
  'signal signals tag tags token tokens marker markers string strings promise line lines text word words phrase ' +
    'message sentinel keyword output following completion this that it these exactly literal sequence pattern ' +
    'element markup snippet statement sentence formula code flag response reply answer',
)

/** Nouns that say how the work stands, so that "… is COMPLETE" is a statement. */
export const STATUS_NOUN = oneOf(
  'task tasks work everything all implementation story stories feature job it this status state result results ' +
    'answer outcome verdict project conclusion fix migration refactoring refactor request assignment i we',
)

export const DONE_WORD = oneOf(
  'done complete completed finished ready pass passes passed passing works working green successful ' +
    'successfully succeeded implemented fixed resolved merged committed shipped verified tested clean delivered ' +
    'deployed do fulfilled met satisfied addressed wrapped_up in_place left set good well up over through order ' +
    'accomplished achieved',
)

export const PREPOSITION = wordSet(
  'for with of by to like as on in into about before after until till without from than via using at against ' +
    'around between per under over than towards upon onto within inside unless plus or versus vs e.g i.e eg ie ' +
    'namely',
)

export const DETERMINER = wordSet(
  'the a an this that these those my our your its his her their each every any some one no',
)
