// Merges a save into the stored context of a task: the first original request stays, lists only grow, the newest status
// and summary count.
import type { FileOperation, RecentToolCall, Saved, SessionContext, TouchedFile } from '../../contract/context.ts'
import { given } from '../../contract/given.ts'

const MOST_TOOL_CALLS = 20
const CHARACTERS_PER_TOKEN = 4

export function mergeContext(before: SessionContext | undefined, saved: Saved): SessionContext {
  const { update, seen } = saved
  const remainingWork = update.remainingWork ?? before?.remainingWork
  const merged: SessionContext = {
    sessionId: saved.sessionId,
    taskId: before?.taskId ?? saved.taskId,
    updatedAt: saved.at,
    originalRequest: before?.originalRequest ?? update.originalRequest,
    summary: update.summary,
    keyDecisions: mergeDecisions(before?.keyDecisions ?? [], update.keyDecisions ?? []),
    filesModified: mergeFiles(before?.filesModified ?? [], filesOf(saved)),
    currentStatus: update.currentStatus,
    ...given({ remainingWork }),
    recentToolCalls:
      seen.recentToolCalls.length > 0 ? seen.recentToolCalls.slice(-MOST_TOOL_CALLS) : (before?.recentToolCalls ?? []),
    blockers: update.blockers ?? before?.blockers ?? [],
  }
  return { ...merged, estimatedTokens: estimateTokens(merged) }
}

/** Blank ones are no decisions. The first spelling stays. */
function mergeDecisions(before: readonly string[], added: readonly string[]): string[] {
  const byMeaning = new Map<string, string>()
  for (const decision of [...before, ...added]) {
    const meaning = decision.trim()
    if (meaning !== '' && !byMeaning.has(meaning)) byMeaning.set(meaning, decision)
  }
  return [...byMeaning.values()]
}

/** One entry per path, in the order of first appearance. */
export function mergeFiles(before: readonly TouchedFile[], added: readonly TouchedFile[]): TouchedFile[] {
  const byPath = new Map<string, TouchedFile>()
  for (const file of [...before, ...added]) byPath.set(file.path, laidOver(byPath.get(file.path), file))
  return [...byPath.values()]
}

/** Brought to one entry per path before it meets what is stored: so the same save twice is the same as once. */
function filesOf({ at, update, seen }: Saved): TouchedFile[] {
  const told = (update.filesModified ?? []).map((file) => ({ ...file, timestamp: at }))
  const byPath = new Map(mergeFiles([], told).map((file) => [file.path, file]))
  // Git may call a file modified that the agent calls created: within one save git is right.
  for (const file of mergeFiles([], seen.files)) {
    if (file.operation !== 'read' || !byPath.has(file.path)) byPath.set(file.path, file)
  }
  return [...byPath.values()]
}

function laidOver(before: TouchedFile | undefined, file: TouchedFile): TouchedFile {
  if (!before) return file
  if (file.operation === 'read' && before.operation !== 'read') return before
  return { ...file, operation: operationAfter(before.operation, file.operation) }
}

/** For the task a file that it created is new, however often it was changed since. */
function operationAfter(before: FileOperation, now: FileOperation): FileOperation {
  return before === 'created' && now === 'modified' ? 'created' : now
}

function estimateTokens(context: SessionContext): number {
  const texts = [
    context.originalRequest,
    context.summary,
    context.currentStatus,
    context.remainingWork ?? '',
    ...context.keyDecisions,
    ...context.blockers,
    ...context.filesModified.map((file) => file.path),
    ...context.recentToolCalls.flatMap(textsOfCall),
  ]
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN)
}

function textsOfCall(call: RecentToolCall): string[] {
  return [call.name, call.input ?? '', call.output ?? '']
}
