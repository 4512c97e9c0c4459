// What each reason, outcome, state and check result means to a person: what it says, why it happens, what to do next.
// `fullstop explain` prints it and docs/reference/reasons.md is made from it.
import type { ReasonCode } from '../../contract/decision.ts'
import type { CheckResult, ExtraRun } from '../../contract/evidence.ts'
import type { Outcome, TaskStatus } from '../../contract/outcome.ts'

export interface WordMeaning {
  readonly means: string
  readonly why: string
  readonly next: string
}

export const reasonMeanings: Readonly<Record<ReasonCode, WordMeaning>> = {
  'mode-off': {
    means: 'The gate is off in this session, so every stop is allowed.',
    why: 'The mode is "off": you typed `fullstop off`, your config says so, or a script started the agent.',
    next: 'Type `fullstop on` as a prompt in the session, or set the mode: fullstop config set mode balanced.',
  },
  cancelled: {
    means: 'A person cancelled the task. The agent may stop at once.',
    why: 'Somebody ran `fullstop cancel`, or typed it as a prompt.',
    next: 'Nothing, or continue a task of `run` after all: fullstop resume TASK. A new prompt opens a new task.',
  },
  paused: {
    means: 'A person paused the task. Stops are allowed until it is taken up again.',
    why: 'Somebody ran `fullstop pause`, or typed it as a prompt.',
    next: 'Take it up again: fullstop unpause TASK.',
  },
  interrupted: {
    means: 'You interrupted the agent, so its stop is allowed.',
    why: 'You pressed Esc or Ctrl-C while the agent worked.',
    next: 'Type your next prompt, or continue a run: fullstop resume TASK.',
  },
  'no-open-task': {
    means: 'Nobody asked for anything since the last task ended, so the stop is allowed.',
    why: 'The agent stopped again after its task had ended, for example after a notification.',
    next: 'Nothing. Your next prompt opens a task.',
  },
  'not-the-agents-choice': {
    means: 'The agent did not decide to stop: a limit, an error or a compaction ended its turn.',
    why: 'The provider reported a usage limit or an error, the context was full, or the output was cut off.',
    next: '`fullstop run` waits or continues by itself. In your own session: send another prompt when the cause is gone.',
  },
  subagent: {
    means: 'A subagent stopped, not the main agent. Only the main agent can end a task.',
    why: 'The agent had started helpers of its own, and one of them finished.',
    next: 'Nothing.',
  },
  'plan-mode': {
    means: 'The agent is in plan or read-only mode, where nothing can be finished.',
    why: 'The mode of the agent forbids edits, so a stop there is not judged.',
    next: 'Leave plan mode when you want the work done.',
  },
  'vendor-goal': {
    means: "The agent's own goal feature is active and decides when it stops.",
    why: 'Two gates would work against each other, so Fullstop only records.',
    next: "End the agent's goal if you want Fullstop to decide.",
  },
  'checks-passed': {
    means: 'The agent claimed success, and every check passed on exactly these files.',
    why: 'The checks of fullstop.json ran after the last change, or their results for the same files were known.',
    next: 'See what the result rests on: fullstop evidence TASK.',
  },
  approved: {
    means: 'A person approved the result.',
    why: 'The task waited for a review, and somebody answered "approve".',
    next: 'See what was approved: fullstop review TASK.',
  },
  'approved-despite': {
    means: 'A person approved the result although a check did not pass or a suspicion was open.',
    why: 'Somebody looked at it and answered "approve". The reason names what was open.',
    next: 'See what was approved: fullstop review TASK.',
  },
  rejected: {
    means: 'A person rejected the result.',
    why: 'The task waited for a review, and somebody answered "reject".',
    next: 'Say what to do instead: fullstop resume TASK "…".',
  },
  'changes-requested': {
    means: 'A person wants something changed, so the agent continues.',
    why: 'Somebody answered a review with "request-changes".',
    next: 'Wait for the next claim. It shows what was done about each comment.',
  },
  'check-failed': {
    means: 'The agent claimed success, but a check failed. It was sent back with the failing output.',
    why: 'The command of the check ended with an error or ran out of time on the files as they are now.',
    next: 'See the output: fullstop evidence TASK. If the check itself is wrong, correct it in fullstop.json and run `fullstop trust`.',
  },
  'todo-open': {
    means: 'The agent claimed success while items on its own todo list were open.',
    why: 'The list that the agent keeps still has open items, and the claim did not say what became of them.',
    next: 'Usually nothing: the agent finishes the items, or says in its claim why they fell away.',
  },
  'subtask-open': {
    means: 'The agent claimed success while a subtask was open.',
    why: 'A part of the work that was handed on has not ended.',
    next: 'Wait until the subtask has ended, or cancel it: fullstop cancel TASK.',
  },
  'subtask-ended': {
    means: 'The subtasks that the agent waited for have ended, so it continues.',
    why: 'Subtasks with sessions of their own run while the agent above them waits.',
    next: 'Nothing. See how they ended: fullstop log TASK.',
  },
  'subtask-failed': {
    means: 'The agent claimed success, but a subtask ended other than completed and the claim does not name it.',
    why: 'A part of the work was given up, cancelled or not verified. The agent must say what became of it.',
    next: 'Usually nothing: the agent does the rest, and names the subtask by its id in the summary of its next claim.',
  },
  'criterion-open': {
    means: 'The agent claimed success, but not every acceptance criterion of the task is shown to be met.',
    why: 'The claim says that a criterion is open, has no row for it, or names for it a check that did not pass or a file that is not in the tree.',
    next: 'The agent continues by itself. Words alone carry no rows: it claims with complete_task, or with `fullstop claim success --summary "…" --criterion ID=met:BY`.',
  },
  'criterion-not-applicable': {
    means: 'The agent says that an acceptance criterion of the task does not apply.',
    why: 'The row of its claim is "not-applicable", with its reason. Only the person who set a criterion can drop it.',
    next: 'Read the reason, then approve or ask for changes: fullstop review TASK. With `"review": "never"` it is only noted.',
  },
  tampered: {
    means: 'The checks passed, but a test, a check or its configuration may have been weakened.',
    why: 'Comparing the files with the start of the task found, for example, a removed assertion or a skipped test.',
    next: 'Look at the named line: fullstop review TASK. Approve if the change is right.',
  },
  rigged: {
    means: 'A check passes even with a test that must fail, so its result proves nothing. The agent was sent back.',
    why: 'Reading raised a suspicion, and a canary run confirmed it: with one more test that must fail, in a copy of the workspace, the check still passed.',
    next: 'See the place and the run: fullstop evidence TASK.',
  },
  'old-tests-fail': {
    means: 'The checks pass, but with the tests from the start of the task they fail.',
    why: 'A sealed run put the tests and settings of the start back, in a copy of the workspace, and ran the check on the new code.',
    next: 'Decide whether these tests had to change: fullstop review TASK. Approve if they had to.',
  },
  'start-lost': {
    means: 'Nobody can tell any more what changed since the task began.',
    why: 'The record of the start is gone, or the repository was recreated, so weakened tests could not be seen.',
    next: 'Look at the work yourself: fullstop review TASK.',
  },
  'checks-running': {
    means: 'The checks have not ended yet.',
    why: 'They take longer than the agent waits for its hook or its tool.',
    next: 'Wait for them: fullstop wait TASK. The result counts at the next stop.',
  },
  'check-could-not-run': {
    means: 'A check could not run, so nothing was proven by it.',
    why: 'It is not trusted, its program is missing, no test ran, or the files kept changing while it ran. The reason says which.',
    next: 'Try it yourself: fullstop check. If it is not trusted: fullstop trust.',
  },
  'no-check-exists': {
    means: 'The agent claimed success, but there is no check that could prove it.',
    why: 'No check is configured for this folder, or each was skipped, because nothing under its "paths" changed.',
    next: 'Find some: fullstop checks find. Then trust them: fullstop trust. Skipped: widen "paths" in fullstop.json, then: fullstop trust.',
  },
  'failure-claimed-preexisting': {
    means: 'A check fails, and the agent says that it failed before the task began.',
    why: 'Without a baseline nobody knows, so a person is asked.',
    next: 'Answer it: fullstop review TASK. To know next time: fullstop config set baseline record --project.',
  },
  'check-disputed': {
    means: 'The agent says that a failing check is itself wrong.',
    why: 'Everything else is done, so a person decides about the check.',
    next: 'Answer it: fullstop review TASK approve, or stands, or change the check.',
  },
  'review-needed': {
    means: 'A person must look at this before it counts as completed.',
    why: 'The setting "review" asks for it, always or because of the warning that the reason names.',
    next: 'Look and answer: fullstop review TASK.',
  },
  partial: {
    means: 'The agent named work that remains: it claimed that only a part is done, or success with something left.',
    why: 'It ran out of room or could not do the rest. A second such claim without progress ends the task.',
    next: 'See what is left: fullstop brief TASK. Continue: fullstop resume TASK.',
  },
  blocked: {
    means: 'The agent claimed that it cannot continue.',
    why: 'It was asked once to try another way (blockedPushes), and is still blocked.',
    next: 'Say how it can be done: fullstop resume TASK "…", or in the session.',
  },
  'needs-input': {
    means: 'The agent needs something that only you can give.',
    why: 'It claimed "blocked" and named what it needs: an answer, credentials, a permission or something outside.',
    next: 'Answer it: fullstop review TASK answer "…".',
  },
  'background-work': {
    means: 'The agent stopped to wait for something that it left running.',
    why: 'A command in the background has not ended. Servers and watchers do not count.',
    next: 'Nothing. The agent continues when the command ends.',
  },
  'wake-up': {
    means: 'The agent stopped and has planned when to continue.',
    why: 'It scheduled a wake-up of its own.',
    next: 'Nothing. It continues then.',
  },
  permission: {
    means: 'The agent may not do what it needs to do.',
    why: 'It waits for your answer to a permission prompt, or a tool was denied in a run.',
    next: 'Answer the prompt, or permit it for the run: fullstop resume TASK --permissions all.',
  },
  question: {
    means: 'The agent asked you something.',
    why: 'Its last words are a question or a request to you.',
    next: 'Answer in the session, or for a run: fullstop review TASK answer "…".',
  },
  conversation: {
    means: 'This was a conversation: nothing was changed, so there is nothing to prove.',
    why: 'The agent answered a question and used no tool, or only tools that read.',
    next: 'Nothing.',
  },
  'no-claim': {
    means: 'The agent stopped without saying that the task is done.',
    why: 'It neither called complete_task nor wrote the done token, so it was told to finish or to claim.',
    next: 'Usually nothing. If it happens at the end of every task, look whether the tool is visible: fullstop doctor.',
  },
  'claim-stale': {
    means: 'The claim was made before the latest changes, so it no longer counts.',
    why: 'Files changed, or you added to the request, after the agent had claimed.',
    next: 'Usually nothing: the agent claims again.',
  },
  'claim-refused-before': {
    means: 'The last claim was refused, and the agent stopped without a better one.',
    why: 'What was missing then is still missing. The reason repeats it.',
    next: 'See what is missing: fullstop show TASK --all.',
  },
  'no-substantial-work': {
    means: 'The agent stopped without a claim after little work, which the balanced mode allows.',
    why: 'Fewer than eight tool calls, nothing open and nothing failed.',
    next: 'If you want a claim after every change: fullstop config set mode strict.',
  },
  'cap-reached': {
    means: 'The agent was sent back as often as allowed, and its stop was let through.',
    why: 'The limit maxContinuations is used up for this request.',
    next: 'Allow more: fullstop resume TASK --max-continuations 10, or in a session: type your next prompt.',
  },
  'over-budget': {
    means: 'A budget of the run is used up.',
    why: 'Time, tokens or cost reached the limit that you set. The reason names which.',
    next: 'Raise it and continue: fullstop resume TASK --max-time 2h, --max-tokens N or --max-cost N.',
  },
  'same-refusal': {
    means: 'The same refusal was given three times without progress, so the loop was ended.',
    why: 'The agent does not get past what the refusal names.',
    next: 'See what it is: fullstop show TASK --all. Say what helps: fullstop resume TASK "…".',
  },
  'no-progress': {
    means: 'Three times in a row the agent was sent back and nothing changed, so the loop was ended.',
    why: 'No file, todo or check result moved in between.',
    next: 'See why: fullstop show TASK --all. Say what helps: fullstop resume TASK "…".',
  },
  watching: {
    means: 'In watch mode: this stop would have been refused.',
    why: 'The mode is "watch", which records and never refuses.',
    next: 'To have such stops refused: fullstop init --enforce.',
  },
  'own-failure': {
    means: 'Fullstop itself failed, so it let the agent stop.',
    why: 'Its store could not be read, time ran out, or it met an error. Nothing was proven.',
    next: 'Find the cause: fullstop doctor.',
  },
}

export const outcomeMeanings: Readonly<Record<Outcome, WordMeaning>> = {
  completed: {
    means: 'The work is proven done. This is the only success.',
    why: 'Every check passed on exactly these files, and a person approved where that is required; or a person approved it.',
    next: 'See what it rests on: fullstop evidence TASK.',
  },
  unverified: {
    means: 'The agent says that it is done, and nothing proved it.',
    why: 'No check exists here, or none could run, and no person approved.',
    next: 'Add and trust a check (fullstop checks find, fullstop trust), then: fullstop resume TASK.',
  },
  partial: {
    means: 'A part of the work is done.',
    why: 'The agent claimed partial twice without progress, or ran out of refusals after such a claim.',
    next: 'See what is left: fullstop brief TASK. Continue: fullstop resume TASK.',
  },
  blocked: {
    means: 'The agent could not continue.',
    why: 'It claimed so, and trying another way did not help.',
    next: 'Say how it can be done: fullstop resume TASK "…".',
  },
  'needs-input': {
    means: 'The agent needs an answer, credentials, a permission or something outside.',
    why: 'It asked and nobody was there to answer, or its claim says what it needs.',
    next: 'Answer it: fullstop review TASK answer "…".',
  },
  rejected: {
    means: 'A person rejected the result.',
    why: 'Somebody answered the review with "reject".',
    next: 'Say what to do instead: fullstop resume TASK "…".',
  },
  capped: {
    means: 'The agent was sent back as often as allowed without proving that it is done.',
    why: 'The limit maxContinuations is used up.',
    next: 'See why it was sent back: fullstop show TASK --all. Allow more: fullstop resume TASK --max-continuations 10.',
  },
  stuck: {
    means: 'The agent stopped making progress.',
    why: 'The same refusal came three times, or three continuations changed nothing.',
    next: 'See why: fullstop show TASK --all. Say what helps: fullstop resume TASK "…".',
  },
  'over-budget': {
    means: 'A budget of time, tokens or cost is used up.',
    why: 'You set it by an option or in a config file.',
    next: 'Raise it and continue: fullstop resume TASK --max-time 2h, --max-tokens N or --max-cost N.',
  },
  'agent-failed': {
    means: 'The agent could not start, crashed or was not signed in.',
    why: 'Its own error is in the report and in `fullstop show TASK --all`.',
    next: 'Repair that, then: fullstop resume TASK.',
  },
  'usage-limited': {
    means: 'A usage limit of the provider ended the run.',
    why: 'Waiting for it was not allowed, or it would have taken too long (limits.wait).',
    next: 'When the limit has reset: fullstop resume TASK.',
  },
  interrupted: {
    means: 'You ended the run before it was done.',
    why: 'Ctrl-C, or the process was told to end.',
    next: 'Continue: fullstop resume TASK.',
  },
  cancelled: {
    means: 'A person cancelled the task.',
    why: 'Somebody ran `fullstop cancel`, or typed it as a prompt.',
    next: 'Nothing, or continue a task of `run` after all: fullstop resume TASK. A new prompt or run opens a new task.',
  },
}

export const stateMeanings: Readonly<Record<TaskStatus, WordMeaning>> = {
  open: {
    means: 'The agent works on the task.',
    why: 'A prompt opened it, and it has not ended.',
    next: 'Follow it: fullstop log TASK -f.',
  },
  verifying: {
    means: 'The agent claimed success, and the checks are still running.',
    why: 'They take longer than the agent waits for its hook.',
    next: 'Wait for them: fullstop wait TASK.',
  },
  waiting: {
    means: 'The agent waits for something that it started, or for you.',
    why: 'Its last words are a question, or work in the background has not ended.',
    next: 'Answer if it asked you something: fullstop show TASK.',
  },
  paused: {
    means: 'A person paused the task. Stops are allowed until it is taken up again.',
    why: 'Somebody ran `fullstop pause`, or typed it as a prompt.',
    next: 'Take it up again: fullstop unpause TASK, or of a run: fullstop resume TASK.',
  },
  'awaiting-review': {
    means: 'The result waits for a person.',
    why: 'A review is required, a check is disputed, or a suspicion could not be settled.',
    next: 'Look and answer: fullstop review TASK.',
  },
  ended: {
    means: 'The task is over. Its outcome says how it ended.',
    why: 'A stop was allowed with an outcome, or a person ended it.',
    next: 'See how: fullstop show TASK.',
  },
}

/** `skipped` is no result of a run: such a check did not run. */
export const resultMeanings: Readonly<Record<CheckResult | 'skipped', WordMeaning>> = {
  passed: {
    means: 'The check ran to its end and exited with 0.',
    why: 'It ran on these files, or its result for exactly these files was already known.',
    next: 'Nothing.',
  },
  failed: {
    means: 'The check ran to its end and exited with a code other than 0.',
    why: 'Its command found something wrong. The last lines of its output say what.',
    next: 'Read its output and fix the cause: fullstop check.',
  },
  'timed-out': {
    means: 'The check did not end in time and was stopped. It counts as failed.',
    why: 'It hangs, or its time limit is too short.',
    next: 'Raise "timeout" of this check in fullstop.json, then run `fullstop trust`.',
  },
  'could-not-run': {
    means: 'The check gave no result, so it proves nothing: it neither passed nor failed.',
    why: 'Its command is not installed, its folder is missing, no test ran, it was killed, or fullstop.json is not trusted.',
    next: 'See why and repair that: fullstop check.',
  },
  skipped: {
    means: 'The check did not have to run for this claim.',
    why: 'It names the files that it is about ("paths"), and none of them changed.',
    next: 'Nothing. To run it for every claim, remove "paths" from this check in fullstop.json, then: fullstop trust.',
  },
}

/** Words of suspicions and of the runs that look into them. */
export const proofMeanings: Readonly<
  Record<'suspicion' | 'doubt' | ExtraRun['kind'] | NonNullable<ExtraRun['form']>, WordMeaning>
> = {
  suspicion: {
    means: 'A sign that a check which passed may mean less than it did when the task began.',
    why: 'A test was deleted, skipped or weakened, fewer tests ran, a setting of a runner changed, or code looks rigged.',
    next: 'If no extra run clears it, a person decides: fullstop review TASK.',
  },
  doubt: {
    means: 'Changed code could change how it is tested. That is mostly honest, and asks nobody.',
    why: 'A line reaches the runner, the end of the process or globals, compares values itself, or reads what is around it.',
    next: 'Nothing: extra runs look into it. What they say: fullstop evidence TASK.',
  },
  sealed: {
    means: 'A sealed run repeats a check in a copy, with the new code and the tests and settings from the start.',
    why: 'A suspicion: if the old tests still pass, it is cleared; if they fail, a person looks; or the run cannot tell.',
    next: 'See what it said, with its log: fullstop evidence TASK.',
  },
  canary: {
    means:
      'A canary run repeats a check in a copy, with one more test that must fail. If the check passes, it is rigged.',
    why: 'Code looks rigged, or raises a doubt.',
    next: 'See what it said, with its log: fullstop evidence TASK.',
  },
  bent: {
    means:
      'A bent test is one of your tests in a copy, with other expected values: it must fail. If not, the check is rigged.',
    why: 'Code looks rigged, or its changed lines define how values are compared.',
    next: 'See what it said, with its log: fullstop evidence TASK.',
  },
  plain: {
    means: 'A plain run calls the code as tests do, with nothing of a test around it, and compares what it answers.',
    why: 'Code looks rigged or raises a doubt: code that asks whether it is under test answers differently there.',
    next: 'See what it said, with its log: fullstop evidence TASK.',
  },
}
