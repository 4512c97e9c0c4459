// What a scripted agent does, invocation by invocation: written by a test as JSON, carried out by the programs beside this.

export type Act =
  /** `{token}` is the done token of the session, `{n}` the number of the invocation, `{id}` the session. */
  | { readonly do: 'say'; readonly text: string; readonly tokens?: number }
  | { readonly do: 'write'; readonly file: string; readonly text: string }
  | { readonly do: 'read'; readonly file: string }
  /** Really run, in the agent's folder. */
  | { readonly do: 'shell'; readonly line: string }
  | { readonly do: 'todos'; readonly items: readonly { readonly text: string; readonly done?: boolean }[] }
  /** A tool of our server, started as the command line says; `as`: by an agent inside it, whose stream is not ours. */
  | { readonly do: 'call'; readonly tool: string; readonly args: object; readonly as?: string }
  /** Our hook, as the settings of the user would have registered it. */
  | { readonly do: 'hook'; readonly event: string }
  /** A raw line of the stream. */
  | { readonly do: 'line'; readonly line: object }
  /** Something runs beside the conversation; with `ms` it ends by itself, and one more turn follows. */
  | { readonly do: 'background'; readonly line: string; readonly ms?: number; readonly next?: readonly Act[] }
  /** A child that computes for this long, while nothing is printed. */
  | { readonly do: 'burn'; readonly ms: number }
  /** Nothing happens any more until the file is there, or for ever. */
  | { readonly do: 'hang'; readonly until?: string }
  /** The agent loses its memory of the session. */
  | { readonly do: 'forget' }
  | End

export type End =
  | {
      readonly do: 'stop'
      readonly cost?: number
      readonly window?: number
      /** The session was compacted meanwhile; only its record tells so (Codex). */
      readonly isCompacted?: boolean
      readonly denied?: readonly { readonly tool: string; readonly command: string }[]
    }
  /** As recorded from the real agent, with this session's id; and when the limit ends, if that is told. */
  | { readonly do: 'replay'; readonly fixture: string; readonly resetsIn?: number }
  /** A turn that failed by a code that stands in the agent's own record alone (Codex). */
  | { readonly do: 'fail'; readonly message: string; readonly info: unknown; readonly resetsIn?: number }
  /** Without a word on how it ended. */
  | { readonly do: 'exit'; readonly code: number; readonly errors?: string }
  /** By a signal. */
  | { readonly do: 'die'; readonly signal: 'SIGKILL' | 'SIGTERM' | 'SIGSEGV' }

export type Turn = readonly Act[]

export interface Script {
  readonly turns: readonly Turn[]
  /** What every later invocation does. */
  readonly rest?: Turn
}

/** One start of the agent, as it found itself. */
export interface Call {
  readonly argv: readonly string[]
  readonly prompt: string
  readonly session: string
  readonly isResumed: boolean
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** What it is told beside the prompt, and the server that it is given. */
  readonly contract: string
  readonly server: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  /** What our server and our hook answered it, in order. */
  readonly heard: readonly string[]
}
