// Shows a task list on the command line, from its first event to an exit code. The rules of a list are in `flows/lists`.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode, listExit, outcomeExit } from '../../../contract/exit-code.ts'
import type { Event } from '../../../contract/event.ts'
import type { ListState } from '../../../contract/list.ts'
import { oneLine, printable } from '../../../domain/text/printable.ts'
import { tellItem, viewList, viewListReport } from '../../../domain/view/list.ts'
import { followAll } from '../../../flows/home/follow.ts'
import type { ListDone } from '../../../flows/lists/on-list.ts'
import type { ListLook, ListWatching } from '../../../flows/lists/supervising.ts'
import type { World } from '../../../flows/world.ts'
import { muteEcho } from '../../../adapters/platform/terminal/echo.ts'
import { stringWidth, windowSize } from '../../../adapters/platform/terminal/window.ts'
import type { Context } from '../command.ts'
import { drawParts } from '../screen/describe.ts'
import type { Frame } from '../screen/frame.ts'
import { listReport, renderList } from '../screen/run/list-lines.ts'
import { paperFor } from '../screen/paper.ts'
import { openScreen } from '../screen/screen.ts'
import { styleFor } from '../screen/style.ts'
import { fitLines } from '../screen/wrap.ts'
import { failed, firstPause, interruptedBy, isAttended, watch } from './supervise.ts'

const READ_MS = 400
/** The run below the list needs the rest of the window. */
const LIST_SHARE = 3

export interface ShownList {
  readonly run: (watching: ShownWatching) => Promise<ListDone>
  /** What is said before the first agent starts. */
  readonly planned: () => readonly string[]
}

export type ShownWatching = ListWatching & { readonly onFormerList: (list: ListState, isChanged: boolean) => void }

export async function showList(world: World, context: Context, { run, planned }: ShownList): Promise<number> {
  const interruption = interruptedBy(context)
  const isJson = context.options['json'] === true
  const story = openListStory(world, context)
  let looked: ListLook | undefined
  let isAnnounced = false
  // The events of its tasks are told by the list, so that they stand in the order in which they happened.
  const quiet = isJson ? { ...context, options: { ...context.options, json: undefined, quiet: true } } : context
  const watching: ShownWatching = {
    jitter: Math.random,
    firstPauseMs: firstPause(context),
    canReview: isAttended(context),
    interruption,
    onFormer: () => undefined,
    onFormerList: ({ id, file, branch }, isChanged) => {
      const note = isChanged ? `; ${file} has changed since, and the list continues as it was` : ''
      context.complain(`fullstop: ${id} of this file is not finished: it continues on ${oneLine(branch, 200)}${note}\n`)
    },
    onList: async (look) => {
      looked = look
      if (!isAnnounced) {
        isAnnounced = true
        const lines = planned()
        if (lines.length > 0) context.print(`${lines.join('\n')}\n`)
        await story.begin(look.list)
      }
      await story.look(look)
    },
    onNote: story.note,
    open: (opened) => {
      story.pause()
      const above = (frame: Frame): readonly string[] =>
        looked ? [...renderList(viewList(looked), Math.floor(frame.rows / LIST_SHARE), frame), ''] : []
      const { onLook, close, ...watcher } = watch(world, { ...opened, interruption, above }, quiet)
      return {
        ...watcher,
        onLook: async (look) => {
          await onLook(look)
          await story.read()
        },
        close: async () => {
          await close()
          await story.read(true)
        },
      }
    },
  }
  try {
    const done = await run(watching)
    await story.close()
    return tellList(done, context)
  } catch (error) {
    await story.close().catch(() => undefined)
    if (looked === undefined) {
      if (!interruption.now.aborted || !(error instanceof FullstopError)) throw error
      context.complain(printable(`fullstop: ${error.message}\n  next: ${error.hint}\n`))
      return outcomeExit.interrupted
    }
    return failed(error, { task: looked.list.id, home: world.stateHome }, context)
  }
}

interface ListStory {
  readonly begin: (list: ListState) => Promise<void>
  readonly look: (look: ListLook) => Promise<void>
  /** Tells what was recorded since; not more often than need be, unless it must be now. */
  readonly read: (isNow?: boolean) => Promise<void>
  /** Said once, whatever else is shown. */
  readonly note: (text: string) => void
  /** Another screen is drawn from now on. */
  readonly pause: () => void
  readonly close: () => Promise<void>
}

/** What happens between the runs of its items: as lines, as events for programs, and as a bar while a merge is checked. */
function openListStory(world: World, context: Context): ListStory {
  const { json, quiet } = context.options
  const isJson = json === true
  const isLive = context.terminal.output && context.env['TERM'] !== 'dumb' && !isJson && quiet !== true
  const paint = styleFor(context)
  const isPlain = !/utf-?8/i.test(context.env['LC_ALL'] || context.env['LC_CTYPE'] || context.env['LANG'] || 'UTF-8')
  const screen = isLive
    ? openScreen({ write: context.print, size: windowSize, widthOf: stringWidth, muteKeys: muteEcho })
    : undefined
  let list: ListState | undefined
  const tasks = new Set<string>()
  const noted = new Set<string>()
  let next = followAll(world, 0)
  let readAt = 0
  let spin = 0
  let setUpTold: string | undefined

  const tell = (event: Event): void => {
    const isOfList = 'list' in event && event.list === list?.id
    if (isOfList && event.kind === 'item.started') tasks.add(event.task)
    if (isJson && (isOfList || (event.task !== undefined && tasks.has(event.task)))) {
      context.print(`${JSON.stringify(event)}\n`)
    }
    if (isJson || quiet === true || !isOfList) return
    const told = list && tellItem(event, list)
    if (!told) return
    const line = told.isHead ? paint.bold(drawParts(told.parts, paint)) : `  ${drawParts(told.parts, paint)}`
    if (screen) screen.print(fitLines([line], windowSize().columns))
    else context.print(`${line}\n`)
  }
  /** A setup may take minutes: without a screen that shows it, it is said when it begins. */
  const tellSetup = ({ settingUp, merging }: ListLook): void => {
    const key = settingUp && `${settingUp.item} ${merging ?? ''}`
    const isTold = key === setUpTold
    setUpTold = key
    if (!settingUp || isTold || isJson || quiet === true || screen) return
    context.print(`  setup ${oneLine(settingUp.command, 200)}\n`)
  }
  const read = async (isNow = false): Promise<void> => {
    const now = world.now().getTime()
    if (list === undefined || (!isNow && now - readAt < READ_MS)) return
    readAt = now
    for (;;) {
      const events = await next()
      if (events.length === 0) return
      for (const event of events) tell(event)
    }
  }
  return {
    begin: async (opened) => {
      list = opened
      for (const { task } of await world.store.loadItems(opened.id)) if (task !== undefined) tasks.add(task)
      const [newest] = await world.store.readEvents({ most: 1, newest: true })
      // A list that was opened a moment ago is told from its first event on.
      const isFirst = newest?.event.kind === 'list.opened'
      next = followAll(world, (newest?.seq ?? 0) - (isFirst ? 1 : 0))
    },
    look: async (look) => {
      list = look.list
      await read(true)
      tellSetup(look)
      if (!screen) return
      const { columns, rows } = windowSize()
      spin += 1
      const frame = { columns, rows, nowMs: world.now().getTime(), spin, isPlain, paint, widthOf: stringWidth }
      screen.draw(renderList(viewList(look), rows - 1, frame))
    },
    read,
    note: (text) => {
      if (noted.has(text)) return
      noted.add(text)
      screen?.clear()
      context.complain(`fullstop: ${text}\n`)
    },
    pause: () => screen?.clear(),
    close: async () => {
      await read(true)
      screen?.clear()
    },
  }
}

function tellList(done: ListDone, context: Context): number {
  const { list, kind } = done
  if (kind === 'completed') context.complain(`fullstop: ${list.id} is completed: there is nothing left to do\n`)
  if (context.options['json'] !== true) {
    context.print(`${listReport(viewListReport(done), paperFor(context)).join('\n')}\n`)
  }
  if (kind === 'completed') return exitCode.yes
  if (list.outcome !== undefined) return listExit[list.outcome]
  return list.status === 'paused' ? listExit.partial : outcomeExit.interrupted
}
