// Parts of a whole as one bar. The numbers stand beside it in a table, so the bar itself is not read aloud.
export type ShareName = 'good' | 'bad' | 'none' | 'wait'

export function Share(props: { readonly most: number; readonly of: readonly (readonly [ShareName, number])[] }) {
  const { most, of } = props
  return (
    <span class="share" aria-hidden="true">
      {of.map(([name, count]) =>
        count === 0 ? null : (
          <span key={name} class={name} style={{ width: `${(100 * count) / Math.max(1, most)}%` }} />
        ),
      )}
    </span>
  )
}
