// Questions of the domain that need texts of the workspace, asked as often as it takes: each answer names the files that
// would say more.
import type { TreeReading } from '../../../adapters/workspace/start.ts'
import type { World } from '../../world.ts'

export type Texts = ReadonlyMap<string, string | undefined>

const MOST_ROUNDS = 12

/** `known`: texts that stand instead of those in the workspace; undefined: not there. Never rejects. */
export async function askWithTexts<Answer extends { readonly missing: readonly string[] }>(
  world: World,
  { door, tree }: TreeReading,
  known: Texts,
  ask: (texts: Texts) => Answer,
): Promise<{ readonly answer: Answer; readonly texts: Texts }> {
  const { textsThen } = await world.openTrees()
  const texts = new Map(known)
  for (let round = 0; ; round++) {
    const answer = ask(texts)
    const missing = answer.missing.filter((path) => !texts.has(path))
    if (missing.length === 0 || round === MOST_ROUNDS) return { answer, texts }
    const found = await textsThen(door, tree.root, missing)
    for (const path of missing) texts.set(path, found.get(path))
  }
}
