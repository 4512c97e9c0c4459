// Words of a person, an agent or ours, as they were written. Long ones are folded.
import { useSignal } from '@preact/signals'
import { Ago, counted } from '../parts/words.tsx'

const MOST_LINES = 12

export function Prose({ lines, at }: { readonly lines: readonly string[]; readonly at?: string | undefined }) {
  const isWhole = useSignal(false)
  const isLong = lines.length > MOST_LINES
  const shown = isLong && !isWhole.value ? lines.slice(0, MOST_LINES - 2) : lines
  return (
    <div class="prose">
      <p class="words">{shown.join('\n')}</p>
      {isLong ? (
        <button type="button" class="plain" onClick={() => (isWhole.value = !isWhole.value)}>
          {isWhole.value ? 'Fold' : counted(lines.length - shown.length, 'more line')}
        </button>
      ) : null}
      {at === undefined ? null : (
        <p class="soft small">
          <Ago at={at} />
        </p>
      )}
    </div>
  )
}
