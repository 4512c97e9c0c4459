// What only the agent's own record of a session tells of its last turn: why it failed, how full its context is.
import { join } from 'node:path'
import type { RunTask } from '../../contract/state.ts'
import type { Driver, TurnRecord } from '../../agents/agent.ts'
import { withoutMarks } from '../home/marks.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { World } from '../world.ts'

const MOST_READ = 256 * 1024
/** Folders by year, month and day, newest first. */
const DEPTH = 3
const MOST_FOLDERS = 400

export async function readSessionRecord(
  world: World,
  task: RunTask,
  driver: Driver,
  agentSessionId: string,
): Promise<TurnRecord> {
  const { record } = driver
  if (!record) return {}
  const { disk } = await world.openWorkshop()
  const places = { home: world.userHome, root: task.run.setup.cwd, env: withoutMarks(world.env) }
  const folder = record.folder(places)
  const path = find(disk.names, folder, (name) => record.isOf(name, agentSessionId))
  if (path === undefined) return {}
  const part = world.files.readPart(path, { from: 0, most: MOST_READ }, [folder])
  return part.kind === 'part' ? record.read(part.text.split('\n').map(parseLine)) : {}
}

function find(
  names: (path: string) => readonly string[],
  root: string,
  isWanted: (name: string) => boolean,
): string | undefined {
  let looked = 0
  const look = (folder: string, depth: number): string | undefined => {
    if ((looked += 1) > MOST_FOLDERS) return undefined
    const here = names(folder).toSorted().toReversed()
    const found = here.find(isWanted)
    if (found !== undefined) return join(folder, found)
    if (depth === 0) return undefined
    for (const name of here.filter((entry) => entry.endsWith('/'))) {
      const inner = look(join(folder, name), depth - 1)
      if (inner !== undefined) return inner
    }
    return undefined
  }
  return look(root, DEPTH)
}
