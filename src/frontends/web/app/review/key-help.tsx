// The keys of a review: those of the terminal's screen.
import { useLayoutEffect, useRef } from 'preact/hooks'

const GROUPS: ReadonlyArray<readonly [title: string, keys: ReadonlyArray<readonly [keys: string, does: string]>]> = [
  [
    'Move',
    [
      ['j k', 'next and previous line; arrows too'],
      ['n p', 'next and previous hunk'],
      ['] [', 'next and previous file'],
      ['N P', 'next and previous comment'],
      ['Space b', 'next and previous page'],
      ['g G', 'beginning and end'],
    ],
  ],
  [
    'Read',
    [
      ['Enter o', 'fold or open a file, a gap or a check; go to a line'],
      ['R', 'read it again: files, checks and comments as they are now'],
    ],
  ],
  [
    'Answer',
    [
      ['c d', 'comment on the line, or change its draft; delete a draft'],
      ['v', 'begin a range: j k extend it, c comments on it, Esc leaves it'],
      ['a', 'approve: shows what you approve, and asks; y agrees'],
      ['r', 'request changes, with all drafts; to a question: reply'],
      ['s', 'where the agent disputes a check: the check is right'],
      ['x', 'reject: asks for your words, then Ctrl+Enter rejects; the task ends'],
      ['q', 'back to what waits: the review keeps waiting, drafts are kept'],
    ],
  ],
]

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    box.current?.showModal()
  }, [])
  return (
    <dialog
      ref={box}
      aria-label="Keys"
      onClose={onClose}
      onKeyDown={(event) => event.key === 'q' && box.current?.close()}
    >
      <div class="help">
        {GROUPS.map(([title, keys]) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {keys.map(([names, does]) => (
                <div key={names}>
                  <dt>
                    {names.split(' ').map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div class="dialog-end">
          <button type="button" class="main" onClick={() => box.current?.close()}>
            Go back
          </button>
        </div>
      </div>
    </dialog>
  )
}
