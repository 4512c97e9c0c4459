// How Go and shell scripts reach beyond their own values.
import { anyOf, type ReachPatterns } from './reach.ts'

const NONE: ReadonlySet<string> = new Set()
const NEVER = /(?!)/
const NEVER_CHANGED = /(?!)/g

const GO_CODE = anyOf(
  /\bos\s*\.\s*(?:Exit\b(?!\s*\(\s*[1-9]\d{0,2}\s*\))|(?:Stdout|Stderr|Args)\s*=(?!=)|FindProcess\b|StartProcess\b|Getppid\b)/,
  /\bsyscall\s*\.\s*(?:Exit|Kill|Exec|Dup[23]?|Close|RawSyscall\w*|Syscall\w*|ForkExec|PtraceAttach)\b|\bunix\s*\.\s*(?:Exit|Kill|Exec|Dup[23]?)\b/,
  /\bruntime\s*\.\s*(?:Goexit|SetFinalizer|AddCleanup|Breakpoint)\b|\bsignal\s*\.\s*(?:Notify\w*|Ignore|Reset)\b|\bunsafe\s*\.\s*Pointer\b|\bflag\s*\.\s*(?:Set|CommandLine|Lookup)\b|\btesting\s*\.\s*(?!TB\b)\w+/,
)

export const GO_REACH: ReachPatterns = {
  hint: /\b(?:os|syscall|unix|runtime|signal|unsafe|flag|testing|plugin)\b|"C"|go:linkname|\/proc|\/dev/,
  code: GO_CODE,
  named:
    /^\s*(?:import\s+)?(?:[\w.]+\s+)?"(?:syscall|testing(?:\/\w+)?|plugin|C|unsafe|golang\.org\/x\/sys\/\w+)"\s*$|"\/(?:proc|dev)\/(?:self|\d|fd|std|tty)/,
  comments: /^\s*\/\/go:(?:linkname|cgo_\w+)\b/,
  changed: NEVER_CHANGED,
  borrowed: () => NONE,
  builtin: NEVER,
}

export const SHELL_REACH: ReachPatterns = {
  hint: /exit|trap|exec|kill|eval|set|enable|alias|\(\)|return|>|PATH/,
  code: /(?<![\w$.-])exit\b(?!\s+["$1-9])|(?<![\w$.-])(?:trap|exec|kill|eval|enable|alias)\s|\bset\s+(?:\+\w*e|-\w*n|[-+]o\s)|\bPATH=|^\s*(?:function\s+)?(?:test|\[|true|false|diff|cmp|grep|exit|return|set|echo|printf|cat|command|builtin|node|python3?|npm|go|(?:assert|expect|check)\w*|fail\w*)\s*\(\)/,
  named: NEVER,
  changed: NEVER_CHANGED,
  borrowed: () => NONE,
  builtin: NEVER,
}
