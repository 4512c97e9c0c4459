// Functions that hold assertions and that nobody calls.

const CLOSURE =
  /^(?:(?:const|let|var|val|auto|final|static|local)\s+)?(?:[\w<>.[\]?]{1,60}\s+)?(\$?[\w$]+)\s?:?=\s?(?:static\s)?(?:async\s?)?(?:function\b|fn\b|func\b|lambda\b|->|proc\b|Proc\.new|\([^()]{0,120}\)\s?(?:=>|->)|[\w$]+\s?=>|move\s?\||\|[^|]{0,80}\|)/
const NAMED = /^(?:async\s)?(?:def|fn|func|function\*?|va[lr](?=\s\w+\s?=$))\s+(\w+)/
const NAMELESS =
  /^(?:_|let _) ?:?= ?(?:func\b|\(|\||move\b|async\b)|^(?:\([^()]{0,80}\)|\w{1,20}) ?=>$|^-> ?(?:[({]|do\b|$)|^(?:lambda|proc|Proc\.new)\b|^void function\b|^new Object\(\)$|^return (?:async )?(?:function\b|lambda\b|->|(?:\([^()]{0,80}\)|\w{1,20}) ?=>)/

/** `_ = check`, `check` alone on its line, `void check`, `check.lambda?`, `check == nil`: a mention and no call. */
const IDLE_USE =
  /(?<![\w$])_ = NAME(?![\w$(])|^[ \t]*NAME[ \t;]*$|\bvoid NAME[ \t;]*$|(?<![\w$.])NAME\.(?:lambda\?|arity|nil\?|class|length|name|hash|frozen\?)(?![\w(])|(?<![\w$.])NAME [!=]==? (?:nil|null|undefined|None)\b/

/** `expect(check).to respond_to(:call)`, `assertNotNull(check)`: looked at, and not called. */
function lookedAt(name: string, test: string): number {
  const own = name.replaceAll('$', '\\$')
  const looks = new RegExp(
    `(?<![\\w$])(?:expect\\(${own}\\)(?:\\.not)?\\.?(?:to(?:BeDefined|BeTruthy|BeInstanceOf|BeTypeOf|BeNull|BeUndefined|Be)\\b|to respond_to|to be_|to_not be_|not_to be_|to\\.be\\b|to\\.exist)|[\\w.:>$]{0,30}(?:refute_nil|[nN]ot_?[nN](?:ull|il|one)|IsNotNone|respond_to|isFunction|callable|ok|True|is_callable|typeof|println?|puts|len|id)[( ]{0,2}(?:t, )?${own}(?![\\w$(.])|assert ${own}(?![\\w$(.]))`,
    'g',
  )
  return test.match(looks)?.length ?? 0
}

export function isUncalled(head: string, test: string): boolean {
  if (NAMELESS.test(head)) return true
  const name = (CLOSURE.exec(head) ?? NAMED.exec(head))?.[1]
  if (name === undefined || name === '') return false
  const uses = test.split(name).length - 1 - lookedAt(name, test)
  const own = name.replaceAll('$', '\\$')
  const indent = /^(?:[ \t]*\n)*([ \t]+)/.exec(test)?.[1] ?? ''
  // Handed back by the test itself, to a runner that does not call it.
  const returned = test.match(new RegExp(`^${indent}return ${own}[ \\t;]*$`, 'gm'))?.length ?? 0
  const idle =
    test.match(
      new RegExp(
        IDLE_USE.source.replaceAll('NAME', () => own),
        'gm',
      ),
    )?.length ?? 0
  const threads = test.includes('join(') ? 0 : test.split(`Thread(target=${name})`).length - 1
  return uses - idle - returned - threads < 2
}
