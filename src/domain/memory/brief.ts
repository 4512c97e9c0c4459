// The parts of the brief for a session that continues a task, before they are put into words.
import type { Criterion, CriterionRow } from '../../contract/criterion.ts'
import type { SessionContext, TouchedFile, RecentToolCall } from '../../contract/context.ts'
import type { TodoItem } from '../../contract/work.ts'

/** Everything a brief is made from. Texts are data: of the person, the agent, tools and checks. */
export interface BriefParts {
  readonly task: string
  readonly now: Date
  /** The person's own words, oldest first; they win over any paraphrase. */
  readonly prompts: readonly { readonly text: string; readonly at: string }[]
  /** What the result must meet. */
  readonly criteria?: readonly Criterion[]
  /** What the newest claim with rows says of them. */
  readonly rows?: { readonly at: string; readonly items: readonly CriterionRow[] } | undefined
  /** The context that the agent saved. */
  readonly context?: SessionContext | undefined
  /** From git, newer than what was saved. */
  readonly files: { readonly at: string; readonly items: readonly TouchedFile[] }
  readonly todos: { readonly at: string; readonly items: readonly TodoItem[] }
  readonly recentToolCalls: readonly RecentToolCall[]
  /** How the task stands by our own record, such as "open; the last claim was refused: …". */
  readonly state: { readonly text: string; readonly at: string }
  readonly lastFailure?:
    | { readonly check: string; readonly why: string; readonly tail: string; readonly at: string }
    | undefined
  /** How its subtasks stand, and what those that ended left. */
  readonly subtasks?: string | undefined
  /** The task before this one, in short. */
  readonly before?: { readonly text: string; readonly at: string } | undefined
  /** How to claim, as a phrase: "call complete_task". */
  readonly claimBy: string
  /** It is the prompt of its session: there is no other, and the request in it is to be done. */
  readonly asPrompt?: { readonly savesContext: boolean }
}
