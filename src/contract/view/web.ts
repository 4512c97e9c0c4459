// What the browser sends to the server of `fullstop ui`, and how the server says no. The pages that it gets are values of
// `domain/view/web.ts`.
//
// | request                                     | body or query                  | answer         |
// | ------------------------------------------- | ------------------------------ | -------------- |
// | POST   /api/session                         | SessionRequest                 | 204, a cookie  |
// | GET    /api/waiting                         |                                | WaitingPage    |
// | GET    /api/tasks                           | ?state= &agent= &text= &after= | TasksPage      |
// | GET    /api/lists                           |                                | ListsPage      |
// | GET    /api/tasks/ID                        |                                | TaskPage       |
// | GET    /api/tasks/ID/timeline               | ?after=NUMBER                  | TimelinePage   |
// | GET    /api/tasks/ID/brief                  |                                | BriefPage      |
// | GET    /api/tasks/ID/files                  |                                | FilesPage      |
// | GET    /api/tasks/ID/review                 |                                | ReviewPage     |
// | GET    /api/tasks/ID/diff                   | ?diff= &path= &version=        | FileLines      |
// | GET    /api/tasks/ID/evidence/EVIDENCE      | ?offset=                       | LogPart        |
// | GET    /api/figures                         | ?days=                         | FiguresPage    |
// | GET    /api/changes                         | Last-Event-ID                  | events, below  |
// | POST   /api/tasks/ID/look                   | {}                             | Done           |
// | POST   /api/tasks/ID/viewed                 | ViewedRequest                  | Done           |
// | POST   /api/tasks/ID/comments               | CommentRequest                 | Done           |
// | DELETE /api/tasks/ID/comments/COMMENT       |                                | Done           |
// | POST   /api/tasks/ID/answer                 | AnswerRequest                  | Done           |
// | POST   /api/tasks/ID/resume                 | ResumeRequest                  | Done           |
// | POST   /api/tasks/ID/cancel                 | {}                             | Done           |
//
// Every request may be answered by a `WebRefusal` with a status of 400 or more. A body is `application/json`.
import { z } from 'zod'

/** The token from the fragment of the address. */
export const SessionRequest = z.strictObject({ token: z.string().max(200) })
export type SessionRequest = z.infer<typeof SessionRequest>

const Words = z.string().max(100_000)
const Path = z.string().max(4096)

export const AnswerRequest = z.strictObject({
  /** The review that the person looked at: `ReviewPage.view.review`. */
  review: z.string().max(200),
  answer: z.enum(['approve', 'request-changes', 'stands', 'reject', 'answer']),
  words: Words.optional(),
  /** The files that they were shown: `ReviewPage.tree`. */
  tree: z.string().max(200).optional(),
})
export type AnswerRequest = z.infer<typeof AnswerRequest>

/** A draft. `request-changes` sends all of them. */
export const CommentRequest = z.strictObject({
  /** A draft that is written again. */
  id: z.string().max(200).optional(),
  path: Path,
  line: z.int().min(1),
  lastLine: z.int().min(1).optional(),
  side: z.enum(['old', 'new']),
  words: Words,
  /** The first line as the page showed it; left out for a draft that is written again. */
  lineText: Words.optional(),
})
export type CommentRequest = z.infer<typeof CommentRequest>

/** The person has read a file of the task's diff, or takes that back. A file that changes later is unread again. */
export const ViewedRequest = z.strictObject({
  path: Path,
  /** `FileSummary.mark`. */
  mark: z.string().max(200),
  isViewed: z.boolean(),
})
export type ViewedRequest = z.infer<typeof ViewedRequest>

/** `words` are added to the request, or answer a question. */
export const ResumeRequest = z.strictObject({ words: Words.optional() })
export type ResumeRequest = z.infer<typeof ResumeRequest>

/** `text` says what follows, in a sentence. `comment`: the id of the draft. */
export interface Done {
  readonly kind: 'done'
  readonly text: string
  readonly comment?: string
}

/**
 * `no-session`: the page shows how to get one. `changed`: files or lines are no longer those that the person saw: load
 * again. `late`: somebody answered before, `why` says who and when.
 */
export type WebRefusalCode =
  | 'no-session'
  | 'bad-token'
  | 'agent'
  | 'wrong-host'
  | 'wrong-origin'
  | 'invalid'
  | 'too-large'
  | 'too-many'
  | 'unknown'
  | 'late'
  | 'changed'
  | 'nothing-waits'
  | 'unfit'
  | 'wordless'
  | 'failed'

export interface WebRefusal {
  readonly kind: 'refused'
  readonly code: WebRefusalCode
  readonly why: string
  /** What to do instead. */
  readonly next?: string
}

/**
 * The data of a server-sent event named `changed`; its id is the number of the newest event in the store. The first one
 * after a connection without a Last-Event-ID names no task. `isAll`: too much has happened to name each task.
 */
export interface ChangeNotice {
  readonly tasks: readonly string[]
  readonly isAll: boolean
  /** The version of the server: a page of another version loads itself again. */
  readonly version: string
}
