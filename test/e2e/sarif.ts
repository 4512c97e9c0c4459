// What a SARIF 2.1.0 log must have, by the required fields and fixed words of the public schema, as far as we write it.

interface Shape {
  readonly [key: string]: unknown
}

const LEVELS = ['none', 'note', 'warning', 'error']
const KINDS = ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational']

/** Each problem in a few words; none: it is valid. */
export function sarifProblems(log: Shape): string[] {
  const problems: string[] = []
  const want = (isRight: boolean, problem: string): void => {
    if (!isRight) problems.push(problem)
  }
  want(log['version'] === '2.1.0', 'version')
  want(Array.isArray(log['runs']), 'runs')
  for (const run of listIn(log, 'runs')) {
    const driver = shapeIn(shapeIn(run, 'tool'), 'driver')
    want(isText(driver['name']), 'tool.driver.name')
    want(run['columnKind'] === undefined || run['columnKind'] === 'utf16CodeUnits', 'columnKind')
    const rules = listIn(driver, 'rules').map((rule) => rule['id'])
    want(new Set(rules).size === rules.length && rules.every(isText), 'rules: unique ids')
    for (const invocation of listIn(run, 'invocations'))
      want(typeof invocation['executionSuccessful'] === 'boolean', 'invocation.executionSuccessful')
    for (const result of listIn(run, 'results')) problems.push(...resultProblems(result, rules))
  }
  return problems
}

function resultProblems(result: Shape, rules: readonly unknown[]): string[] {
  const message = shapeIn(result, 'message')
  const places = listIn(result, 'locations').map((place) => shapeIn(place, 'physicalLocation'))
  const known = ['ruleId', 'level', 'kind', 'message', 'locations']
  const rows: readonly (readonly [boolean, string])[] = [
    [isText(message['text']), 'message.text'],
    [rules.includes(result['ruleId']), 'ruleId names no rule'],
    [LEVELS.includes(String(result['level'])), 'level'],
    [KINDS.includes(String(result['kind'])), 'kind'],
    [result['kind'] === 'fail' || result['level'] === 'none', 'level of a result that is not "fail"'],
    [Object.keys(result).every((key) => known.includes(key)), 'unknown key'],
    [places.length > 0, 'no location'],
    [places.every((place) => isReference(shapeIn(place, 'artifactLocation')['uri'])), 'uri'],
    [places.every((place) => isLine(shapeIn(place, 'region')['startLine'])), 'startLine'],
  ]
  return rows.filter(([isRight]) => !isRight).map(([, problem]) => problem)
}

/** A relative URI reference: RFC 3986, path-noscheme. */
function isReference(uri: unknown): boolean {
  return typeof uri === 'string' && /^(?:[\w.~!'()*-]|%[0-9A-F]{2})+(?:\/(?:[\w.~!'()*-]|%[0-9A-F]{2})*)*$/.test(uri)
}

function isLine(line: unknown): boolean {
  return Number.isInteger(line) && (line as number) >= 1
}

function isText(text: unknown): boolean {
  return typeof text === 'string' && text !== ''
}

function shapeIn(shape: Shape, key: string): Shape {
  return (shape[key] ?? {}) as Shape
}

function listIn(shape: Shape, key: string): readonly Shape[] {
  return (shape[key] ?? []) as readonly Shape[]
}
