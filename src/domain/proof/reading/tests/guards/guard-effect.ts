// What a guard does to the assertions under it: they never run, nobody waits for them, or their failure is dropped.
import type { Guard } from '../../test-file/guards.ts'
import { behindBlock, blockOf } from '../../test-file/guards.ts'
import type { SourceText } from '../../../source/source.ts'
import { isSwallowed } from './dropped-failures.ts'
import { type ConditionEffect, conditionOf, effectOfCondition, onPlatform } from './guard-condition.ts'
import { isUncalled } from './uncalled.ts'

export type GuardEffect = ConditionEffect | 'uncalled' | 'detached' | 'swallowed' | 'inverted' | 'present' | 'fulfilled'

/** The code that may call a closure: the test around it. */
interface Around {
  readonly source: SourceText
  readonly test: string
}

/** Undefined where what stands under it runs as well as before. */
export function effectOfGuard(guard: Guard, { source, test }: Around): GuardEffect | undefined {
  const { head } = guard
  // The line below continues with it.
  if (head.endsWith('.')) return undefined
  if (isInverted(guard, source)) return 'inverted'
  if (isSwallowed(guard, source)) return 'swallowed'
  if (EMPTY_LOOP.test(head) || isOverNothing(head, test) || isEmptyCall(guard, source)) return 'never'
  const condition = conditionOf(head)
  if (condition) return onPlatform(effectOfCondition(condition, test), { guard, source, word: condition.word })
  if (isArgument(guard, source)) return undefined
  if (isDetached(guard, source, test)) return 'detached'
  return isUncalled(head, test) ? 'uncalled' : undefined
}

/** Python: a block begins here. */
const HEAD_ABOVE =
  /\n[ \t]{0,60}(?:async )?(?:def|if|elif|else|for|while|with|try|except|finally)\b[^\n]{0,120}:\s{0,60}$/

/** It continues with a call that began above. */
function isArgument({ at }: Guard, { code }: SourceText): boolean {
  const before = code.slice(Math.max(0, at - 200), at)
  return /[(,[=?:]\s{0,200}$/.test(before) && !HEAD_ABOVE.test(before)
}

const NOTHING = String.raw`(?:\[ ?\](?: (?:as|satisfies) [\w<>[\].]{1,60})?|\[[\w: ]{1,40}\]\( ?\)|Array<\w{1,40}>\( ?\)|\( ?\)|\{ ?\}|range\( ?0 ?\)|0 ?\.\. ?0|\[ ?\][\w.*]{1,40}\{ ?\}|[\w.:]{0,40}\bempty\w{0,12}(?:(?:::)?<[^<>]{0,40}>)?\( ?\)|[\w.]{0,40}\bEmpty(?:<[^<>]{0,40}>)?\( ?\)|(?:List|Set|Map|Stream)\.(?:<\w{1,40}>)?of\( ?\)|new [\w<>.]{1,60}\[ ?0 ?\]|new [\w<>.]{1,60}\( ?\)|Vec::(?:<\w{1,20}>::)?new\( ?\)|vec!\[ ?\]|Array\.new|\[ ?\w{1,20} for \w{1,20} in \[ ?\][^\]]{0,60}\])`
const EMPTY_LOOP = new RegExp(
  `^(?:for|foreach)\\b[^;]{0,120}?(?:\\b(?:of|in|range)\\b|:|<-) ?${NOTHING} ?\\)? ?(?:\\{|:|,? ?do\\b)?$|^foreach ?\\( ?\\[ ?\\] as\\b|^for\\b[^;]{0,60};[^;]{0,40}< ?0 ?;|^(?:${NOTHING})\\.(?:forEach|ForEach|map|each\\w*|for_each|flatMap|times|filter)\\b|^0\\.times\\b|^\\(? ?1 ?\\.\\. ?0 ?\\)?\\.each|^\\[[^\\]]{0,40}\\]\\.filter\\(\\(?\\w{0,20}\\)? ?=> ?false\\)|^macro_rules!`,
)

/** Takes nothing of a list. */
const NONE_OF =
  /^(?:for(?:each)?\b.{0,120}|[\w$.]{1,80})(?:\[:0\]|\.slice\(0, ?0\)|\.(?:take|first|limit|Take)\(0\)|\.filter\(\(?\w{0,20}\)? ?=> ?false\))/
const LOOP_NAME =
  /^for(?:each)?\b.{0,120}?(?:\b(?:of|in|range)\b|:) ?([A-Za-z_$][\w$]{0,60}) ?\)? ?[:{]?$|^([A-Za-z_$][\w$]{0,60})\.(?:forEach|each)\b/

/** `for x in cases[:0]`, or over a list that the test itself has left empty. */
function isOverNothing(head: string, test: string): boolean {
  if (NONE_OF.test(head)) return true
  const [, looped, called] = LOOP_NAME.exec(head) ?? []
  const name = (looped ?? called)?.replaceAll('$', '\\$')
  if (name === undefined) return false
  const isEmpty = new RegExp(
    `(?<![\\w$.])${name} ?(?::[^=\\n]{0,40})?:?= ?(?:\\[ ?\\]|\\( ?\\)|\\[\\][\\w.]{1,40}\\{ ?\\})[ ;]{0,3}(?:\\n|$)`,
  )
  // Set, looped over, and named nowhere else: nobody fills it.
  return isEmpty.test(test) && test.split(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`)).length === 3
}

/** `array_map(function () { … }, [])` */
function isEmptyCall(guard: Guard, source: SourceText): boolean {
  return /^array_(?:map|walk|filter)\(/.test(guard.head) && /^ ?, ?\[ ?\] ?\)/.test(behindBlock(source, guard, 20))
}

const THROWS =
  /\b(?:pytest\.)?raises\(|\bassertRaises\w*\(|\bassert\w*Throws\w*(?:<[^<>]{0,80}>)?\(|\bAssert\.(?:Throws|Catch|That)\w*(?:<[^<>]{0,80}>)?\(|\bThrowsAny\w*<|\bShould\.Throw\w*<|\bassert_raises?\b|\bassert_raise_with|\bassert\.(?:throws|rejects)\(|\bshouldThrow\w*[<({ ]|\bassertFailsWith\b|\bPanics\w*\(t,/
const EXPECT_BLOCK = /^expect ?(?:\(|\{|do$)/

/** A failure is what is asked for now. */
function isInverted(guard: Guard, source: SourceText): boolean {
  if (/ if | else |\?/.test(guard.head)) return false
  if (THROWS.test(guard.head)) return true
  if (!EXPECT_BLOCK.test(guard.head)) return false
  return /^\s{0,9}\)?\s{0,9}(?:\.toThrow\w*|\.to\.throw\w*|\.rejects\b|\.to raise_error|\.to raise_exception)/.test(
    behindBlock(source, guard, 40),
  )
}

const DETACHED =
  /^(?:(?:const|let|var|val|auto) )?(?:\w{1,40} :?= )?(?:(?:window|globalThis)\.)?(?:setTimeout|setImmediate|setInterval|queueMicrotask|requestAnimationFrame|time\.AfterFunc|threading\.Timer|Timer|Future\.delayed|DispatchQueue\.\w{1,20}(?:\([^()]{0,40}\))?\.async\w{0,10})\(|^process\.(?:nextTick|on|once)\(|^new Promise\(|^Promise\.\w+\([^()]{0,40}\)\.then\(|^go func\b|^(?:GlobalScope|\w{0,30}[sS]cope(?:\([^()]{0,60}\))?)\.(?:launch|async)\b|^Task(?:\.detached)?(?:\([^()]{0,60}\))? ?$|^unawaited\(|^new Thread\(|^Thread\.new\b|^CompletableFuture\.\w+Async\(|^(?:(?:var |Task )?\w{1,40} = )?Task\.(?:Run|Factory\.StartNew)\(|^(?:let (?:mut )?\w{1,40} = )?(?:std::)?thread::spawn\(|^(?:var |final |Thread ){1,2}\w{1,40} = new Thread\(|^time\.AfterFunc\(|^at_exit\b|^register_shutdown_function\(|^\(?async \(?[\w, ]{0,40}\)? ?=>|^;?\(async (?:\(|function)|^(?:let _ = )?async (?:move )?$|^threading\.Thread\(|^(?:ThreadPool|Dispatcher)\.\w+\(/
/** Somebody outside is told when it is over. */
const TELLS =
  /\b(?:done|resolve|reject|finish\w*|cb|callback|next|fulfill|ready|end)\(|\bDone\(\)|\bclose\(|<-|\b(?:countDown|release|signal|set|Set|SetResult|unlock|Unlock)\(|\.(?:send|complete)\(/

function isDetached(guard: Guard, source: SourceText, test: string): boolean {
  if (isLooseChain(guard, source)) return true
  if (!DETACHED.test(guard.head) || isHeld(guard.head, test)) return false
  const after = behindBlock(source, guard, 80)
  if (/^\s{0,9}\)?\s{0,9}\.(?:join|get|Wait|a(?:wait)|unwrap|then\(\s{0,9}(?:done|resolve))\b/.test(after)) return false
  return !TELLS.test(blockOf(source, guard))
}

const HELD = /^(?:[A-Za-z]{2,20} ){1,2}(\w{1,40}) = (?:Task|(?:std::)?thread|new Thread)\b/

/** What was begun has a name, and somebody does more with it than to start it. */
function isHeld(head: string, test: string): boolean {
  const name = HELD.exec(head)?.[1]
  if (name === undefined || name === '_') return false
  const others = new RegExp(`(?<![\\w.])${name}(?!\\w)(?!\\.(?:start|Start|setDaemon|thread)\\b| = )`)
  return others.test(test)
}

const CHAIN = /\.(?:then|catch|finally)\( ?(?:async )?(?:function\b[^{}]{0,80}|\(?[^()]{0,80}\)? ?=>)$/
const TAKEN = /^(?:a(?:wait)|return|yield|void|expect\w*|cy|browser)\b|^[^(]{0,80}[^=!<>]=(?!=|>)/

/** A promise that is a statement of its own: nobody waits for what stands behind its `.then`. */
function isLooseChain(guard: Guard, source: SourceText): boolean {
  if (!CHAIN.test(guard.head) || guard.close < 0) return false
  const from = chainStart(source, guard.at)
  const start = source.code.slice(from, guard.to).trimStart()
  const above = source.code.slice(Math.max(0, from - 200), from)
  if (TAKEN.test(start) || !/^[\w$(.]/.test(start) || /(?:[(,[=?:&|]|=>|\breturn)\s{0,200}$/.test(above)) return false
  const rest = behindBlock(source, guard, 400).split(/;|\n[ \t]{0,40}(?![.)}\s])/)[0] ?? ''
  return !TELLS.test(blockOf(source, guard)) && !/\b(?:done|resolve|reject|next|cb|callback|finish\w*)\b/.test(rest)
}

/** Where the statement begins that a chain of calls belongs to. */
function chainStart({ code, pairs }: SourceText, at: number): number {
  let start = at
  for (let steps = 0; steps < 20 && /^\s{0,80}[.})]/.test(code.slice(start, start + 100)); steps++) {
    let last = start - 1
    while (last > 0 && /\s/.test(code.charAt(last))) last--
    const open = /[)}\]]/.test(code.charAt(last)) ? (pairs[last] ?? -1) : -1
    start = code.lastIndexOf('\n', open > 0 ? open : last) + 1
  }
  return start
}
