// The entrance to transcripts: where the entries of a session come from. That is the hook call itself, if the agent
// sends them with it, otherwise the transcript file.
//
//   open-transcript.ts   opens the file, within the folders where we may read
//   read-transcript.ts   the part that is new to us, read backwards
//   read-tail.ts         the end of it, newest line first
//   lines/               finds lines by their bytes
//   read-call.ts         the request in which a call was made
//   recent-calls.ts      the last tool calls of a session
//   read-stints.ts       what a supervised agent has told, from the output of its stints
//   plain-output.ts      the same for a program that no driver knows
import type { FileOpened } from '../../adapters/platform/files/files.ts'
import type { Agent, TranscriptReader } from '../../agents/agent.ts'
import { findAgent } from '../../agents/index.ts'
import type { Delivered } from '../../contract/agent/hook-event.ts'
import type { ReadNeeds, SessionRead } from '../../contract/agent/session-read.ts'
import type { SessionState } from '../../contract/state.ts'
import { type RequestRead, toRequestRead } from '../../domain/facts/request-read.ts'
import { endOfDelivered, readDelivered } from '../../domain/tasks/request/delivered.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { given } from '../../contract/given.ts'
import { maskFor } from '../project/mask.ts'
import type { World } from '../world.ts'
import { openTranscript } from './open-transcript.ts'
import { readTranscript, type TranscriptQuery } from './read-transcript.ts'

export interface Source {
  /** Of the transcript; undefined if there is none, or if the entries were delivered. */
  readonly path?: string
  /** The host's id of the turn. */
  readonly turn?: string
  /** The transcript as a file, to be closed by the caller. */
  readonly open: () => FileOpened
  /** The length of the session: bytes of its transcript, or items. Undefined if neither is known. */
  readonly size: () => number | undefined
  /** The part that is new to us. */
  readonly read: (state: SessionState | undefined, needs: ReadNeeds) => SessionRead
}

/** What a call tells of its session. */
export interface ToldSession {
  readonly delivered?: Delivered | undefined
  readonly transcriptPath?: string | undefined
  /** The host's id of the turn. */
  readonly promptId?: string | undefined
}

const MISSING = { kind: 'missing' } as const

export function sourceOf(
  world: World,
  { transcript: reader }: Pick<Agent, 'transcript'>,
  { delivered, transcriptPath: path, promptId: turn }: ToldSession,
): Source {
  const none = { ...given({ turn }), open: () => MISSING, read: () => MISSING }
  if (delivered) {
    const read: Source['read'] = (state) => readDelivered(delivered, state?.offset)
    return { ...none, size: () => endOfDelivered(delivered), read }
  }
  if (path === undefined) return { ...none, size: () => undefined }
  const file = { ...none, path, size: () => world.files.sizeOf(path) }
  if (!reader) return file
  const open = (): FileOpened => openTranscript(world, reader, path)
  return {
    ...file,
    open,
    read: (state, needs) => readTranscript(world, open(), toQuery(reader, { path, turn }, state, needs)),
  }
}

function toQuery(
  reader: TranscriptReader,
  { path, turn }: { readonly path: string; readonly turn: string | undefined },
  state: SessionState | undefined,
  needs: ReadNeeds,
): TranscriptQuery {
  return {
    reader,
    turn,
    from: state?.offset,
    isSameFile: state?.transcriptPath === path,
    todosFrom: state?.todosFrom,
    commands: state?.request?.work.commands ?? [],
    needs: { prompts: state?.promptsHeard !== true, ...needs },
  }
}

export interface SessionReading extends RequestRead {
  /** For any other text of this moment that is kept. */
  readonly mask: Mask
}

export interface RequestQuery {
  readonly state: SessionState | undefined
  /** Of the secrets in the folders of the session. */
  readonly mask: Mask
  /** What must not be missed in a long request. */
  readonly needs: ReadNeeds
}

/** The request of a session as its source has it by now. */
export function readRequest(source: Source, { state, mask, needs }: RequestQuery): SessionReading {
  return { ...toRequestRead(state, source.read(state, needs), mask), mask }
}

/** The same for a session that was seen before, with its todos: no call tells of it now. */
export function readStored(world: World, state: SessionState | undefined): SessionReading {
  const agent = state && findAgent(state.agent)
  const source = sourceOf(world, agent ?? {}, { transcriptPath: state?.transcriptPath })
  return readRequest(source, { state, mask: maskFor(world, [state?.cwd]), needs: { todos: true } })
}
