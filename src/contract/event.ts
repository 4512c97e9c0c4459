// Everything that is recorded: plain objects with a past-tense name, append-only. State is folded from them.
import { z } from 'zod'
import {
  CompactionStarted,
  SessionEnded,
  SessionModeSet,
  SessionSeen,
  SubagentStopped,
  ToolUsed,
} from './event/session.ts'
import {
  TaskCancelled,
  TaskEnded,
  TaskOpened,
  TaskPaused,
  TaskResumed,
  TaskUnpaused,
  TaskWithdrawn,
} from './event/task.ts'
import { SubtaskEnded, SubtaskStarted, SubtaskTelling, SubtaskTold } from './event/subtask.ts'
import { PromptJoined, RequestOpened } from './event/request.ts'
import { ClaimBound, ClaimDecided, ClaimMade, ClaimVerified, ClaimVerifying, ClaimVoided } from './event/claim.ts'
import {
  ItemEnded,
  ItemMerged,
  ItemResumed,
  ItemSentBack,
  ItemStarted,
  ListEnded,
  ListOpened,
  ListPaused,
  ListResumed,
} from './event/list.ts'
import { NotificationFailed, NotificationSent } from './event/notification.ts'
import { HookFailed, StopDecided, StopFailed } from './event/stop.ts'
import { CheckFinished, CheckStarted, ChecksFinished, ChecksStarted } from './event/check.ts'
import { ProofFinished, ProofStarted } from './event/proof.ts'
import { TrustGiven, TrustRevoked } from './event/trust.ts'
import { BriefGiven, ContextCleared, ContextErased, ContextSaved, ContextWithdrawn } from './event/context.ts'
import {
  CommentAddressed,
  CommentDrafted,
  CommentRemoved,
  FileViewed,
  FeedbackTold,
  ReviewAnswered,
  ReviewApproved,
  ReviewChangesRequested,
  ReviewRejected,
  ReviewViewed,
} from './event/review.ts'
import {
  BudgetWarned,
  ClockSkipped,
  RunAttached,
  StintEnded,
  StintKnown,
  StintSettled,
  StintStarted,
  StintTold,
  WaitEnded,
  WaitStarted,
} from './event/run.ts'

export { Actor } from './event/head.ts'
export { ClaimCall } from './event/claim.ts'
export { RunCause } from './evidence.ts'
export type { StintHow } from './event/run.ts'

export const Event = z.discriminatedUnion('kind', [
  SessionSeen,
  SessionEnded,
  SessionModeSet,
  TaskOpened,
  RequestOpened,
  PromptJoined,
  ClaimMade,
  ClaimBound,
  ClaimVoided,
  ClaimVerifying,
  ClaimVerified,
  ClaimDecided,
  StopDecided,
  ChecksStarted,
  CheckStarted,
  CheckFinished,
  ChecksFinished,
  ProofStarted,
  ProofFinished,
  TrustGiven,
  TrustRevoked,
  StopFailed,
  SubagentStopped,
  CompactionStarted,
  ToolUsed,
  BriefGiven,
  ContextSaved,
  ContextErased,
  ContextWithdrawn,
  ContextCleared,
  TaskEnded,
  TaskResumed,
  RunAttached,
  StintStarted,
  StintKnown,
  StintTold,
  StintSettled,
  StintEnded,
  WaitStarted,
  WaitEnded,
  BudgetWarned,
  ClockSkipped,
  TaskPaused,
  TaskUnpaused,
  TaskCancelled,
  TaskWithdrawn,
  SubtaskStarted,
  SubtaskEnded,
  SubtaskTelling,
  SubtaskTold,
  ReviewViewed,
  CommentDrafted,
  CommentRemoved,
  FileViewed,
  ReviewApproved,
  ReviewChangesRequested,
  ReviewRejected,
  ReviewAnswered,
  FeedbackTold,
  CommentAddressed,
  NotificationSent,
  NotificationFailed,
  ListOpened,
  ListResumed,
  ListPaused,
  ListEnded,
  ItemStarted,
  ItemSentBack,
  ItemMerged,
  ItemEnded,
  ItemResumed,
  HookFailed,
])
export type Event = z.infer<typeof Event>
export type EventKind = Event['kind']
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>
