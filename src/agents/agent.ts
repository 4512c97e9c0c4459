// What an agent is to us: data and pure functions. A missing part means that the agent cannot do it.
import type { AgentEnd } from '../contract/agent-end.ts'
import type { ClaimStatus } from '../contract/claim.ts'
import type { Spoken } from '../contract/conversation.ts'
import type { FileEdit, Json, KeyPath, Part } from '../contract/edit.ts'
import type { Ending } from '../contract/ending.ts'
import type { Entry } from '../contract/entry.ts'
import type { BackgroundTask, HookEvent, Host } from '../contract/hook-event.ts'
import type { Permissions } from '../contract/run-setup.ts'
import type { Signal } from '../contract/signal.ts'

export interface Agent {
  readonly id: string
  readonly title: string
  /** The version whose real binary our tests run. */
  readonly tested: string
  /** The program that a person starts, and the npm package that brings it. */
  readonly program: string
  readonly npmPackage: string
  /** Environment variables whose presence shows that a process runs inside this agent. */
  readonly marks: readonly string[]
  /** Names of the variables, beside the marks, that tell a child process about the session. */
  readonly sessionDetail?: RegExp
  /** What the listing of our tools says to this agent alone. */
  readonly toolMeta?: Readonly<Record<string, unknown>>
  /** Where a call to our tools comes from, as far as the call and the environment tell: a hint, never a proof. */
  readonly callOf?: (call: { readonly env: Environment; readonly meta: CallMeta }) => CallHint | undefined
  /** A process with this environment was started by the agent's own shell, not by the agent itself. */
  readonly isShell?: (env: Environment) => boolean
  /** Variables that it gives to the commands of its tools, and not to its hooks. */
  readonly toolMarks?: readonly string[]
  /** The process that starts hooks and servers may serve many sessions: does this one, by its command line? */
  readonly isDaemon?: (command: string) => boolean
  /** Started with this command line it talks to a person, if it has a terminal. Where only the environment tells else. */
  readonly isInteractive?: (words: readonly string[]) => boolean
  /** A call of its main agent stands in the transcript before it is answered; a subagent's call never does. */
  readonly callsInTranscript?: true
  readonly hook?: HookCodec
  readonly transcript?: TranscriptReader
  /** Imported only when it is needed: no hook call loads it. */
  readonly driver?: () => Promise<{ readonly driver: Driver }>
  readonly install?: () => Promise<{ readonly install: Installer }>
  readonly archive?: () => Promise<{ readonly archive: Archive }>
}

/** Never throws. A payload we do not understand is an outcome, not an exception. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'not-ours' | 'invalid'; readonly message: string }

export interface HookCodec {
  readonly decode: (payload: unknown) => Decoded<HookEvent>
  readonly host: (env: Environment) => Host
  readonly encode: (answer: HookAnswer) => HookOutput
}

/** What a client sends along with a call. */
export type CallMeta = Readonly<Record<string, unknown>>

export interface CallHint {
  readonly agentSessionId: string
  /** The call comes from an agent that the session's own agent started. */
  readonly isSubagent?: boolean
  /** The call itself says so, or an environment made for it; not one that may be older than the session. */
  readonly isOfCall?: boolean
  readonly toolUseId?: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** What we answer to a hook, before it is put into the agent's own words. */
export type HookAnswer =
  | { readonly kind: 'silent' }
  /** The stop is refused; the agent reads `say`. */
  | { readonly kind: 'refuse'; readonly say: string; readonly tell?: string }
  /** The stop is allowed; the person reads the line. */
  | { readonly kind: 'tell'; readonly line: string }
  /** The agent is given text, at the start of a session or with a prompt. */
  | { readonly kind: 'inform'; readonly at: 'session-start' | 'prompt'; readonly text: string; readonly tell?: string }
  /** The person's prompt is answered here and never reaches the model. */
  | { readonly kind: 'answer'; readonly text: string }

export interface HookOutput {
  readonly stdout: string
  readonly exitCode: number
}

/** A tool call or what it returned; texts whole, as the agent wrote them. */
export type SeenCall =
  | { readonly kind: 'called'; readonly id: string; readonly name: string; readonly at: string; readonly input: string }
  | { readonly kind: 'returned'; readonly id: string; readonly failed: boolean; readonly output: string }

/** Asked of the newest line that may tell, then of the one before it, at last of the first line. */
export interface Attendance {
  /** Stands in every line that may tell. */
  readonly mark: string
  readonly of: (line: unknown) => boolean | undefined
}

/**
 * Byte strings by which important lines are found far back in a transcript. A false hit costs time only, because each
 * line found is parsed.
 */
export interface Landmarks {
  /** A person's prompt that can start a turn, and one typed in mid-work. */
  readonly prompts: readonly string[]
  readonly joined: readonly string[]
  /** Calls that change the agent's todo list. */
  readonly todos: readonly string[]
  /** The state of the host's goal and mode: at the start of a turn, and anywhere in it. */
  readonly begins: readonly string[]
  readonly states: readonly string[]
  /** Background work that started, and background work that ended. */
  readonly running: readonly string[]
  readonly ended: readonly string[]
}

/**
 * How lines far back are told apart by their bytes. In JSON a bare quote never stands within a string: what an agent or a
 * tool wrote cannot be mistaken for these.
 */
export interface Glance {
  /** A line with one of these is always parsed: prompts, the host's goal and mode, and calls that a name does not tell. */
  readonly telling: readonly string[]
  /** Stands in every line with words of the assistant. */
  readonly words: string
  /** Stands right before the name of a call. */
  readonly call: string
  /**
   * A call that looks at something or keeps a list: it changes nothing, and claims nothing. Told by what follows the mark,
   * at most `idleBytes`, each as one character; false in doubt.
   */
  readonly isIdle: (after: string) => boolean
  /** Every one costs: a long reading asks thousands of times. */
  readonly idleBytes: number
}

export interface TranscriptReader {
  /** One line of the transcript, already parsed, to what it says. Lines that say nothing to us yield nothing. */
  readonly toEntries: (line: unknown) => readonly Entry[]
  /** Every line with a message or a tool call contains one of these; tool results do not. */
  readonly speaks: readonly string[]
  /** Made anew for each reading: it may remember what it was asked. */
  readonly glance: () => Glance
  /** Precedes the id of the turn in many lines of every turn. */
  readonly turnMark: string
  readonly landmarks: Landmarks
  /** Tool calls of the main chain in the same line, for whoever takes the work up. */
  readonly toCalls?: (line: unknown) => readonly SeenCall[]
  /** Folders beside the home directory where the agent may keep transcripts. */
  readonly folders: (env: Environment) => readonly string[]
  /**
   * The turn in which something was said or done, by what the hook calls it. Only for hosts that end a turn when a prompt
   * which joins it is held back.
   */
  readonly turnOf?: (line: unknown) => string | undefined
  /** Whether a person sits at the session, where only its transcript tells. */
  readonly attendance?: Attendance
}

/** The transcripts that the agent keeps of its sessions, for whoever reads all of them. */
export interface Archive {
  /** Where they lie, at any depth. */
  readonly folders: (places: Pick<Places, 'home' | 'env'>) => readonly string[]
  /** By its path below such a folder: the transcript of a session that a person or a script began. */
  readonly isTranscript: (path: string) => boolean
  /** What a line says that need not be parsed for it. */
  readonly skim: (line: LineGlance, callOf: CallSeen) => Skimmed
  /** Of a line that was parsed: where and when it was written, and what else only a hook is told. */
  readonly toldBy: (line: unknown) => LineTold
  /** Tokens that the session has used: in one answer of the model, or in all so far. */
  readonly usage: (line: LineGlance) => UsageSeen | undefined
  /** Every turn that ended has a line of its own for that. */
  readonly marksEnds: boolean
  /** What a person types to open the session again. */
  readonly resume: (agentSessionId: string) => string
}

/** A line of a transcript by its bytes, each as one character. */
export interface LineGlance {
  /** At most `HEAD_CHARACTERS`. */
  readonly head: string
  readonly size: number
  /** `from`: after so many bytes. In JSON a bare quote never stands within a string. */
  readonly has: (mark: string, from?: number) => boolean
  /** The same for a mark that few lines have: it is searched for once in many of them. */
  readonly hasRare: (mark: string) => boolean
  /** The last bytes, at most so many. */
  readonly tail: (most: number) => string
}

export const HEAD_CHARACTERS = 768

/** A call whose result has not been seen yet. */
export type CallSeen = (
  id: string,
) => { readonly name: string; readonly access: string; readonly detail?: string | undefined } | undefined

/**
 * `words`: the assistant speaks, and nothing else; `parse`: only the whole line tells; `over`: the turn has ended;
 * entries: all that the line says.
 */
export type Skimmed = 'words' | 'parse' | 'over' | readonly Entry[]

/** What is absent is not told by this line. */
export interface LineTold {
  readonly agentSessionId?: string | undefined
  readonly cwd?: string | undefined
  readonly at?: string | undefined
  /** The same in every copy of this line. */
  readonly key?: string | undefined
  readonly attended?: boolean | undefined
  /** This line, or the whole file where it is the first, belongs to an agent that another one started. */
  readonly isSubagent?: 'line' | 'file' | undefined
  readonly planMode?: boolean | undefined
  /** Work beside the conversation that began or ended, by the id of its call. */
  readonly background?: readonly (BackgroundTask & { readonly id: string })[] | undefined
  /** The host will wake the session up by itself, or no longer. */
  readonly wakesUp?: boolean | undefined
  /** Calls by which the agent claims. */
  readonly claims?: readonly ClaimTold[] | undefined
}

export interface ClaimTold {
  readonly id: string
  readonly status: ClaimStatus
  readonly channel: 'tool' | 'cli'
}

export interface UsageSeen {
  /** The answer that it belongs to; absent: it counts from the start of the session. */
  readonly answer?: string
  readonly input: number
  /** Of the input, what came from a cache. */
  readonly cached: number
  readonly output: number
}

/** How `fullstop run` starts the agent and understands what it prints: a command line out, signals in. */
export interface Driver {
  readonly start: (query: StintQuery) => StintCommand
  /** A prompt as it must be sent, so that the agent takes it for nothing but a prompt. */
  readonly toInput?: (prompt: string) => string
  /** A new session gets the id that we choose for it, or its conversation puts the real one in the place of ours. */
  readonly takesId: boolean
  /**
   * What a line says that need not be parsed for it, such as the long result of a tool that went well; undefined: parse it.
   * In JSON a bare quote never stands within a string: what an agent or a tool wrote cannot be mistaken for a key.
   */
  readonly skim?: (line: Buffer) => readonly Signal[] | undefined
  /** One line of its output, already parsed, to what it says. */
  readonly toSignals: (line: unknown) => readonly Signal[]
  /** For an agent that expects answers on its standard input, such as an ACP agent. */
  readonly conversation?: Conversation
  /** How it ended where its stream did not tell, from the end of its process and what it wrote to its standard error. */
  readonly toEnd: (exit: Exit) => AgentEnd
  /** Where only the agent's own record of a session says why a turn failed. */
  readonly record?: SessionRecord
  /** Options of the agent that permit what `AgentEnd.denied` names, where it has some. */
  readonly toPermit?: (denied: readonly string[]) => readonly string[]
  /** Tool calls in the same line, for whoever takes the work up. */
  readonly toCalls?: (line: unknown) => readonly SeenCall[]
}

/**
 * Pure and deterministic: the same lines give the same answers. A supervisor that takes a stint up reads its output from
 * the beginning, and so learns which of the answers have been sent already.
 */
export interface Conversation {
  /** What the agent is told before it has printed anything. */
  readonly open: (opening: ConversationOpening) => Spoken
  /**
   * The agent waits for its next prompt in the same process. Absent: it is left when its turn has ended. An end that is
   * not the agent's choice closes the conversation.
   */
  readonly again?: (opening: ConversationOpening) => Spoken
  /** One line of its output, already parsed; `toSignals` is given the same line. A skimmed line is not answered. */
  readonly speak: (state: Json, line: unknown) => Spoken
}

export interface ConversationOpening extends StintQuery {
  readonly prompt: string
  /** The folder in which the agent works. */
  readonly cwd: string
}

export interface SessionRecord {
  /** The folder under which the records lie, in folders by year, month and day. */
  readonly folder: (places: Places) => string
  readonly isOf: (fileName: string, agentSessionId: string) => boolean
  /** From its last lines, newest last. */
  readonly read: (lines: readonly unknown[]) => TurnRecord
}

/** What only the record tells of the last turn. */
export interface TurnRecord {
  /** Why it failed, if it did. */
  readonly end?: AgentEnd
  readonly contextUse?: number
  readonly isCompacted?: boolean
}

export interface Exit {
  readonly how: Ending
  readonly errors: string
}

export interface StintQuery {
  /** `id`: of the agent's own session; for a new one a fresh UUID. */
  readonly session: { readonly kind: 'new' | 'resume'; readonly id: string }
  /** What the agent is told beside the prompt, in every stint the same. */
  readonly contract: string
  /** The same in a file, and a file for settings of this run alone. */
  readonly contractFile: string
  readonly settingsFile: string
  /** What starts our server, and what it must find in its environment. */
  readonly server: readonly [string, ...string[]]
  readonly serverEnv: Readonly<Record<string, string>>
  readonly model?: string
  readonly permissions: Permissions
  /** Command lines that the agent may run beside that: those of the trusted checks. */
  readonly permits: readonly string[]
  /** Passed on as they are. */
  readonly args: readonly string[]
  /** Money that is left for this stint. */
  readonly mostCost?: number
  /** The user's own settings: what a list of ours would replace is joined with it. */
  readonly places: Places
  readonly settings: SettingsQuery['settings']
}

export interface StintCommand {
  /** The prompt goes to the program's standard input, or into its conversation. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Written to `settingsFile` before it starts. */
  readonly settingsText?: string
  /** The agent could not be told by its command line: the contract stands before the first prompt of a session. */
  readonly contractInPrompt?: boolean
  /** The agent's session will have this id. */
  readonly agentSessionId?: string
}

/** How the gate gets into the agent's own files. It says what must stand where; others read, ask and write. */
export interface Installer {
  /** Files or folders by which its use is seen, in the home folder and in a repository. */
  readonly signs: (places: Places) => readonly string[]
  readonly edits: (query: InstallQuery) => readonly FileEdit[]
  /** What else the agent has to keep it from stopping: hooks of others, features of its own. Plain sentences. */
  readonly rivals: (settings: SettingsQuery) => readonly string[]
  /** The file that says that our plugin is on, where it is: it registers all of this by itself. */
  readonly asPlugin: (settings: SettingsQuery) => string | undefined
  /** Settings of the person's own by which no hook runs; where they stand. */
  readonly switchedOff: (settings: SettingsQuery) => readonly SwitchedOff[]
  /** How the agent itself says whether it trusts our hooks, where it asks for that. */
  readonly trust?: TrustQuestion
  /** Settings by which it fills in a form of ours without the person. */
  readonly formFilling?: FormFilling
  readonly trial?: Trial
  /** Where others' settings stand under keys that name a place in a file, and our part goes from that file. */
  readonly moved?: (withdrawn: Withdrawn) => MovedKeys | undefined
}

export interface FormFilling {
  readonly files: (places: Places) => readonly string[]
  /** By the text of such a file; true in doubt. */
  readonly isSetIn: (text: string) => boolean
}

export interface Withdrawn {
  readonly places: Places
  readonly path: string
  /** The file as a value, with our part and without it. */
  readonly before: unknown
  readonly after: unknown
}

export interface MovedKeys {
  readonly path: string
  readonly keys: ReadonlyArray<{ readonly from: KeyPath; readonly to: KeyPath }>
}

export interface SwitchedOff {
  readonly file: string
  readonly setting: string
}

/** One exchange of lines with the agent's own program. */
export interface TrustQuestion {
  readonly args: readonly string[]
  readonly input: (root: string) => string
  /** From its output: how many of our hooks it knows, and which of them it would not run. Undefined: it did not say. */
  readonly toTrust: (output: string) => { readonly known: number; readonly untrusted: readonly string[] } | undefined
}

/** One run of the agent without a network, in a home of its own: our parts as they are registered, nothing of others. */
export interface Trial {
  readonly wire: 'anthropic' | 'responses' | 'chat'
  readonly stage: (query: TrialQuery) => StagedTrial
}

export interface SettingsQuery {
  readonly places: Places
  /** A settings file as a value; undefined where there is none, or none that can be read. */
  readonly settings: (path: string) => unknown
}

export interface TrialQuery extends SettingsQuery {
  /** What an installation puts into this file of the project. Nothing else of a repository may run. */
  readonly ofProject: (path: string) => readonly Part[]
  readonly home: string
  readonly root: string
  readonly prompt: string
  readonly modelUrl: string
}

export interface StagedTrial {
  /** Files of the home, as edits of nothing. */
  readonly edits: readonly FileEdit[]
  readonly env: Readonly<Record<string, string>>
  /** For the agent's program. */
  readonly args: readonly string[]
}

export type Scope = 'user' | 'project'

export interface Places {
  readonly home: string
  /** The root of the repository, or the folder where there is none. */
  readonly root: string
  readonly env: Environment
}

export interface InstallQuery extends SettingsQuery {
  readonly scope: Scope
  /** What starts us: for a shell, and for where there is none. The same after every upgrade. */
  readonly commandLine: (args: readonly string[]) => string
  readonly argv: (args: readonly string[]) => readonly [string, ...string[]]
  /** The skill that every agent is given. */
  readonly skill: { readonly text: string; readonly known: RegExp }
  /** The file as it will be after this edit; undefined where it cannot be made. */
  readonly preview: (edit: FileEdit) => string | undefined
  readonly sha256: (text: string) => string
}
