// The whole output of a check, read from its end in pieces when a person asks for it.
import { useSignal } from '@preact/signals'
import { get, type RequestRefused } from '../api.ts'
import { toRefused } from '../readings.ts'
import type { LogPart } from '../values.ts'
import { Trouble } from './words.tsx'

export function Log(props: { readonly task: string; readonly evidence: string; readonly name: string }) {
  const { task, evidence, name } = props
  const text = useSignal<string | undefined>(undefined)
  const next = useSignal<number | undefined>(undefined)
  const size = useSignal(0)
  const error = useSignal<RequestRefused | undefined>(undefined)
  const read = async (offset: number): Promise<void> => {
    const path = `/api/tasks/${encodeURIComponent(task)}/evidence/${encodeURIComponent(evidence)}?offset=${offset}`
    try {
      const part = await get<LogPart>(path)
      text.value = `${text.value ?? ''}${part.text}`
      next.value = part.next
      size.value = part.size
    } catch (problem) {
      error.value = toRefused(problem)
    }
  }
  if (error.value) return <Trouble error={error.value} />
  if (text.value === undefined) {
    return (
      <button type="button" class="plain" onClick={() => void read(0)} aria-label={`All of its output: ${name}`}>
        All of its output
      </button>
    )
  }
  return (
    <div class="log">
      <pre class="output">{text.value}</pre>
      {next.value === undefined ? null : (
        <button type="button" class="plain" onClick={() => void read(next.value ?? 0)}>
          More, {Math.round((size.value - next.value) / 1024).toLocaleString('en')} kB left
        </button>
      )}
      <button type="button" class="plain" onClick={() => (text.value = undefined)}>
        Fold
      </button>
    </div>
  )
}
