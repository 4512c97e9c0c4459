// The browser's page: buys a session, follows changes, and draws what the address names.
import { render } from 'preact'
import { get, hasSession, openSession } from './api.ts'
import { startClock } from './clock.ts'
import { Frame } from './frame.tsx'
import { followChanges } from './live.ts'
import { followLinks, path, replace, route } from './route.ts'
import type { TasksPage, WaitingPage } from './values.ts'
import { NoSession } from './pages/no-session.tsx'
import { FiguresView } from './pages/figures.tsx'
import { ReviewRoom } from './pages/review.tsx'
import { TaskView } from './pages/task.tsx'
import { TasksView } from './pages/tasks.tsx'
import { WaitingView } from './pages/waiting.tsx'

function App() {
  return <Frame>{hasSession.value ? <Page /> : <NoSession />}</Frame>
}

function Page() {
  const at = route.value
  switch (at.page) {
    case 'waiting':
      return <WaitingView />
    case 'tasks':
      return <TasksView />
    case 'figures':
      return <FiguresView />
    case 'task':
      return <TaskView key={at.task} task={at.task} tab={at.tab} />
    case 'review':
      return <ReviewRoom key={at.task} task={at.task} />
    case 'unknown':
      return (
        <main>
          <div class="nothing">
            <h2>There is no such page</h2>
            <p>
              <a href="/">What waits for you</a> is a good place to begin.
            </p>
          </div>
        </main>
      )
  }
}

/** An address without a page opens on what waits for the person, or on the tasks where nothing does. */
async function openFirstPage(): Promise<void> {
  if (path.value !== '/' || (await get<WaitingPage>('/api/waiting')).rows.length > 0) return
  const { total } = await get<TasksPage>('/api/tasks')
  if (total > 0) replace('/tasks')
}

followLinks()
startClock()
void openSession()
  .then(openFirstPage)
  .catch(() => undefined)
  .then(() => {
    const root = document.querySelector('#app')
    if (root) render(<App />, root)
    followChanges()
  })
