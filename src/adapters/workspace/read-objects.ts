// Objects of git by their names, all in one process.
import { given } from '../../contract/given.ts'
import { type GitDoor, runGit } from './git.ts'

export interface GitObject {
  readonly id: string
  /** `blob`, `commit`; empty where there is no such object. */
  readonly kind: string
  readonly content: Buffer
}

/** One for each name, in the same order; none at all where git fails, or would print more. A name must not hold a line end. */
export async function readObjects(
  door: GitDoor,
  root: string,
  names: readonly string[],
  mostBytes?: number,
): Promise<readonly GitObject[]> {
  const input = `${names.join('\n')}\n`
  const answer = await runGit(door, root, ['cat-file', '--batch'], { input, ...given({ mostBytes }) })
  return answer.ok ? toObjects(answer.stdout) : []
}

function toObjects(printed: Buffer): readonly GitObject[] {
  const objects: GitObject[] = []
  for (let at = 0; at < printed.length;) {
    const end = printed.indexOf(10, at)
    if (end === -1) break
    const [id = '', kind = '', size = ''] = printed.toString('utf8', at, end).split(' ')
    const isThere = /^\d+$/.test(size)
    const length = isThere ? Number(size) : -1
    objects.push({ id, kind: isThere ? kind : '', content: printed.subarray(end + 1, end + 1 + Math.max(0, length)) })
    at = end + 1 + length + 1
  }
  return objects
}
