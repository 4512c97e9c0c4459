// Looking back: what refusals were worth first, then which claims held, what it took to get done, and how tasks ended.
// Each plot answers the question in its title.
import { useSignal } from '@preact/signals'
import { useLoaded } from '../loaded.ts'
import { percent, shortCount, shortTime } from '../parts/amounts.ts'
import { OutcomesPlot } from '../parts/plot.tsx'
import { Share } from '../parts/share.tsx'
import { counted, Trouble } from '../parts/words.tsx'
import type { FiguresPage } from '../values.ts'

const DAYS = [7, 30, 90] as const

export function FiguresView() {
  const days = useSignal<number>(30)
  const { value, error } = useLoaded<FiguresPage>(`/api/figures?days=${days.value}`)
  return (
    <main>
      <div class="head">
        <h1>Figures</h1>
        <div class="switch" role="group" aria-label="How far back">
          {DAYS.map((count) => (
            <button
              key={count}
              type="button"
              aria-pressed={days.value === count}
              onClick={() => {
                days.value = count
              }}
            >
              {count} days
            </button>
          ))}
        </div>
      </div>
      {error ? <Trouble error={error} /> : null}
      {value ? <Figures stats={value} /> : null}
    </main>
  )
}

function Figures({ stats }: { readonly stats: FiguresPage }) {
  if (stats.tasks === 0) {
    return (
      <div class="nothing">
        <h2>No task was opened in these {stats.days} days</h2>
        <p>Figures appear with the first one. Choose more days above to look further back.</p>
      </div>
    )
  }
  return (
    <div class="figures">
      <Refusals stats={stats} />
      <Claims stats={stats} />
      <Effort stats={stats} />
      <Ends stats={stats} />
      <Quiet stats={stats} />
    </div>
  )
}

function Refusals({ stats: { refusals, refusalsErased, watched } }: { readonly stats: FiguresPage }) {
  const { count, worthIt, open, tokens, rows } = refusals
  const settled = count - open
  return (
    <figure class="figure">
      <figcaption>
        <h2>Was it worth refusing?</h2>
        <p class="answer">
          {count === 0
            ? 'Nothing was refused.'
            : `${percent(worthIt, settled)} of the time: ${worthIt} of ${counted(settled, 'refusal')} made files, a check or a todo move.`}
        </p>
      </figcaption>
      {count === 0 ? null : (
        <>
          <p class="legend small">
            <span class="key good">something moved</span>
            <span class="key none">nothing came of it</span>
            <span class="key wait">not known yet</span>
          </p>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Refused because it</th>
                  <th scope="col" class="bar-cell">
                    <span class="unseen">Share</span>
                  </th>
                  <th scope="col" class="number">
                    Worth it
                  </th>
                  <th scope="col" class="number">
                    Refusals
                  </th>
                  <th scope="col" class="number">
                    Tokens
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.code}>
                    <th scope="row">{row.reason}</th>
                    <td class="bar-cell">
                      <Share
                        most={Math.max(...rows.map((each) => each.count))}
                        of={[
                          ['good', row.worthIt],
                          ['none', row.count - row.worthIt - row.open],
                          ['wait', row.open],
                        ]}
                      />
                    </td>
                    <td class="number">{row.worthIt}</td>
                    <td class="number">{row.count}</td>
                    <td class="number">{row.tokens === 0 ? '–' : shortCount(row.tokens)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">All</th>
                  <td class="bar-cell" />
                  <td class="number">{worthIt}</td>
                  <td class="number">{count}</td>
                  <td class="number">{tokens === 0 ? '–' : shortCount(tokens)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        </>
      )}
      {refusalsErased > 0 ? (
        <p class="soft small">
          {counted(refusalsErased, 'refusal')} of erased tasks: their reasons are not known any more.
        </p>
      ) : null}
      {watched.count > 0 ? (
        <p class="soft small">
          Watch mode let {counted(watched.count, 'stop')} through that would have been refused; after {watched.worthIt}{' '}
          of them something moved.
        </p>
      ) : null}
    </figure>
  )
}

function Claims({ stats: { claims } }: { readonly stats: FiguresPage }) {
  const sum = (side: 'held' | 'didNotHold' | 'notShown'): number => claims.reduce((all, row) => all + row[side], 0)
  const all = sum('held') + sum('didNotHold') + sum('notShown')
  return (
    <figure class="figure">
      <figcaption>
        <h2>When an agent says done, is it?</h2>
        <p class="answer">
          {all === 0
            ? 'No agent has claimed success.'
            : `${sum('held')} of ${counted(all, 'claim')} of success were true, ${sum('didNotHold')} were false.`}
        </p>
      </figcaption>
      {all === 0 ? null : (
        <>
          <p class="legend small">
            <span class="key good">true</span>
            <span class="key bad">false</span>
            <span class="key none">undecided: no check could decide it, and no person has</span>
          </p>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Agent</th>
                  <th scope="col" class="bar-cell">
                    <span class="unseen">Share</span>
                  </th>
                  <th scope="col" class="number">
                    True
                  </th>
                  <th scope="col" class="number">
                    False
                  </th>
                  <th scope="col" class="number">
                    Undecided
                  </th>
                </tr>
              </thead>
              <tbody>
                {claims.map((row) => (
                  <tr key={`${row.program ?? row.agent} ${row.program ?? ''} ${row.model}`}>
                    <th scope="row">
                      {row.agent}
                      {row.model === '' ? '' : <span class="soft small mono"> {row.model}</span>}
                    </th>
                    <td class="bar-cell">
                      <Share
                        most={Math.max(...claims.map((each) => each.held + each.didNotHold + each.notShown))}
                        of={[
                          ['good', row.held],
                          ['bad', row.didNotHold],
                          ['none', row.notShown],
                        ]}
                      />
                    </td>
                    <td class="number">{row.held}</td>
                    <td class="number">{row.didNotHold}</td>
                    <td class="number">{row.notShown}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </figure>
  )
}

function Effort({ stats: { done, perTask, tasks } }: { readonly stats: FiguresPage }) {
  const numbers: readonly (readonly [string, string])[] = [
    ['median time', done.ms === undefined ? '–' : shortTime(done.ms)],
    ['median cost', done.cost === undefined ? '–' : `$${done.cost.toFixed(2)}`],
    ['median tokens', done.tokens === undefined ? '–' : shortCount(done.tokens)],
    ['continuations per task', perTask.average.toFixed(1)],
    ['most continuations', `${perTask.most}`],
    ['tasks never sent back', percent(perTask.none, tasks)],
  ]
  return (
    <figure class="figure">
      <figcaption>
        <h2>What does it take to get done?</h2>
        <p class="answer">
          {done.count === 0 ? 'No task was completed.' : `Medians over ${counted(done.count, 'completed task')}.`}
        </p>
      </figcaption>
      <dl class="numbers">
        {numbers.map(([name, text]) => (
          <div key={name}>
            <dd>{text}</dd>
            <dt class="soft small">{name}</dt>
          </div>
        ))}
      </dl>
    </figure>
  )
}

function Ends({ stats: { periods, isByWeek } }: { readonly stats: FiguresPage }) {
  const sum = (side: 'completed' | 'unverified' | 'others'): number =>
    periods.reduce((all, period) => all + period[side], 0)
  const ended = sum('completed') + sum('unverified') + sum('others')
  return (
    <figure class="figure">
      <figcaption>
        <h2>How do tasks end, {isByWeek ? 'week by week' : 'day by day'}?</h2>
        <p class="answer">
          {ended === 0
            ? 'No task has ended.'
            : `${sum('completed')} of ${ended} completed, ${sum('unverified')} unverified, ${sum('others')} otherwise.`}
        </p>
      </figcaption>
      {ended === 0 ? null : (
        <>
          <p class="legend small">
            <span class="key good">completed</span>
            <span class="key wait">unverified</span>
            <span class="key bad">ended otherwise</span>
          </p>
          <OutcomesPlot periods={periods} isByWeek={isByWeek} />
        </>
      )}
    </figure>
  )
}

function Quiet({ stats: { quiet } }: { readonly stats: FiguresPage }) {
  if (quiet.length === 0) return null
  return (
    <figure class="figure">
      <figcaption>
        <h2>Which rules had nothing to do?</h2>
        <p class="answer">In the last 30 days none of this happened.</p>
      </figcaption>
      <ul class="quiet soft">
        {quiet.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </figure>
  )
}
