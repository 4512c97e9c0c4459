// Honest reasons for which a test that must fail would not make a check fail. Where there is one, only the same canary over
// the task's start can show that a check is rigged.
import { type CanaryFile, isPlainScript } from './in-file.ts'
import type { StartedRunner } from './runners.ts'
import type { CheckCommands } from '../check-commands.ts'

/** Options by which runners choose tests by name, or take failures for something else. */
const SELECTS =
  /^(?:-k|-m|-t|-g|-f|-run|-skip|-short|-test\.run|--testNamePattern|--test-name-pattern|--test-only|--test-skip-pattern|--grep|--fgrep|--invert|--shard|--only\w*|--changed\w*|--related|related|--findRelatedTests|--lf|--last-failed|--ff|--sw|--stepwise|--bail|--deselect|--tags?|--passWithNoTests|--todo|--retry|--retries|--rerun-failures|--reruns|--exitfirst|-x|--suppress-no-test-exit-code|--dangerouslyIgnoreUnhandledErrors|--no-fail)(?:=|$)/

/** The same in the settings of runners. */
const SELECTS_IN_SETTINGS =
  /testNamePattern|\bpython_(?:functions|files|classes)\b|addopts\s*=[^\n]*(?:-k\b|-m\b|--lf|--deselect|--reruns)|"?\b(?:grep|fgrep|retries|retry|allowOnly|bail|passWithNoTests|dangerouslyIgnoreUnhandledErrors)"?\s*[:=]/

/** Marks in a test file that leave tests out, expect them to fail, or end the process. */
const MARKS =
  /\.only\b|\.todo\b|\bfailing\b|\b(?:this|t|ctx|context)\.skip\(|\bpytestmark\b|\bxfail\b|\bexpectedFailure\b|\bload_tests\b|\b__test__\b|\b(?:exit|quit)\(|^(?:if\b[^\n]*)?\breturn\b|\bSystemExit\b|\bos\._exit\(|^\/\/ ?(?:go:build|\+build)|\bfunc TestMain\(|\bSkipTest\b|\bpytest\.skip\(|\bretryTimes\(|\brunIf\b|\bskipIf\b/m

/** Else an error that nobody catches ends a program with a failure, whatever it does about the others. */
const HEARS_ERRORS =
  /uncaughtException|unhandledRejection|multipleResolves|\bdomain\b|\bexcepthook\b|\batexit\b|\bexitCode\b|["'](?:before)?[eE]xit["']/

/** Undefined where nothing speaks for an honest reason. `settings`: texts of the files that configure runners. */
export function canaryExcuse(
  { runner, args }: StartedRunner,
  { text }: CanaryFile,
  { isLenient, unclear }: Pick<CheckCommands, 'isLenient' | 'unclear'>,
  settings: readonly string[],
): string | undefined {
  if (isPlainScript(runner) && (runner === 'sh' || HEARS_ERRORS.test(text)))
    return 'a script decides itself how it ends'
  if (isLenient) return 'the check may pass although one of its commands fails'
  if (unclear.length > 0) return 'not everything that the check starts is known'
  if (args.some((word) => SELECTS.test(word))) return 'the command chooses among the tests'
  if (settings.some((one) => SELECTS_IN_SETTINGS.test(one))) return 'the settings of the runner choose among the tests'
  return MARKS.test(text) ? 'the test file leaves tests out by a mark, or ends the process itself' : undefined
}
