// Our own virtual rows: of a list as long as it may be, only the rows near the window of the browser are elements. Heights
// are guessed, then measured; a row above the window that turns out taller or smaller does not move what is in sight.
import { type ComponentChildren, createRef, Component, type RefObject } from 'preact'
import { type RowWindow, rowAt, toOffsets, windowOf } from './window.ts'

export interface RowsProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** In pixels, until the row has been drawn. */
  readonly guess: (row: Row) => number
  readonly draw: (row: Row, index: number) => ComponentChildren
  /** Rows that stay drawn above and below what is in sight. */
  readonly more?: number
  /** Asked when the last row is near. */
  readonly onEnd?: () => void
  /** Heights measured at another width mean nothing. */
  readonly width?: number
  /** Filled while the rows are on the page. */
  readonly handle?: { current: RowsHandle | null }
}

export interface RowsHandle {
  /** Scrolls as little as needed; `isJump`: to near the top of the window. */
  readonly show: (index: number, isJump: boolean) => void
  /** The row at the top of the window, below what sticks there. */
  readonly topRow: () => number
}

const STUCK = 56

export class Rows<Row> extends Component<RowsProps<Row>, RowWindow> implements RowsHandle {
  override state: RowWindow = { first: 0, end: 0 }
  private readonly box: RefObject<HTMLDivElement | null> = createRef()
  private readonly measured = new Map<string, number>()
  private offsets = toOffsets([])
  private laidOut: readonly Row[] | undefined
  private laidOutAt: number | undefined
  private frame = 0
  /** Rows may grow by themselves: a log is opened, a text field pulled larger. */
  private readonly sizes = new ResizeObserver(() => this.measure())

  override componentDidMount(): void {
    const { handle } = this.props
    if (handle) handle.current = this
    addEventListener('scroll', this.onScroll, { passive: true })
    addEventListener('resize', this.onScroll, { passive: true })
    this.look()
  }

  override componentWillUnmount(): void {
    const { handle } = this.props
    if (handle) handle.current = null
    removeEventListener('scroll', this.onScroll)
    removeEventListener('resize', this.onScroll)
    cancelAnimationFrame(this.frame)
    this.sizes.disconnect()
  }

  override componentDidUpdate(): void {
    this.measure()
    this.look()
  }

  show(index: number, isJump: boolean): void {
    this.layOut()
    const top = this.top() + (this.offsets[index] ?? 0)
    const bottom = this.top() + (this.offsets[index + 1] ?? 0)
    const [from, to] = [STUCK + 24, innerHeight - 120]
    if (isJump) scrollBy(0, top - from - 16)
    else if (top < from) scrollBy(0, top - from)
    else if (bottom > to) scrollBy(0, Math.min(bottom - to, top - from))
    this.look()
  }

  topRow(): number {
    this.layOut()
    return rowAt(this.offsets, STUCK + 24 - this.top())
  }

  override render({ rows, keyOf, draw }: RowsProps<Row>, { first, end }: RowWindow) {
    this.layOut()
    const { offsets } = this
    const last = Math.min(end, rows.length)
    const start = Math.min(first, last)
    return (
      <div class="rows" ref={this.box}>
        <div class="rows-away" style={{ height: `${offsets[start] ?? 0}px` }} />
        {rows.slice(start, last).map((row, index) => (
          <div class="rows-row" key={keyOf(row)}>
            {draw(row, start + index)}
          </div>
        ))}
        <div class="rows-away" style={{ height: `${(offsets[rows.length] ?? 0) - (offsets[last] ?? 0)}px` }} />
      </div>
    )
  }

  private readonly onScroll = (): void => {
    cancelAnimationFrame(this.frame)
    this.frame = requestAnimationFrame(() => this.look())
  }

  /** Of the list, below the top of the window. */
  private top(): number {
    return this.box.current?.getBoundingClientRect().top ?? 0
  }

  private layOut(): void {
    const { rows, keyOf, guess, width } = this.props
    if (this.laidOutAt !== width) this.measured.clear()
    else if (this.laidOut === rows) return
    this.laidOut = rows
    this.laidOutAt = width
    this.offsets = toOffsets(rows.map((row) => this.measured.get(keyOf(row)) ?? guess(row)))
  }

  private look(): void {
    if (!this.box.current) return
    this.layOut()
    const { more = 8, rows, onEnd } = this.props
    const top = -this.top()
    const next = windowOf(this.offsets, { top, bottom: top + innerHeight, more })
    if (next.first !== this.state.first || next.end !== this.state.end) this.setState(next)
    if (next.end >= rows.length) onEnd?.()
  }

  private measure(): void {
    const { rows, keyOf } = this.props
    const { first } = this.state
    const drawn = this.box.current?.querySelectorAll(':scope > .rows-row') ?? []
    const topRow = this.topRow()
    let [isNew, above] = [false, 0]
    for (const [index, element] of [...drawn].entries()) {
      const at = first + index
      const row = rows[at]
      if (row === undefined || !(element instanceof HTMLElement)) continue
      this.sizes.observe(element)
      const height = element.offsetHeight
      const known = (this.offsets[at + 1] ?? 0) - (this.offsets[at] ?? 0)
      this.measured.set(keyOf(row), height)
      if (Math.abs(height - known) < 0.5) continue
      isNew = true
      if (at < topRow) above += height - known
    }
    if (!isNew) return
    this.laidOut = undefined
    this.layOut()
    this.forceUpdate()
    if (above !== 0) scrollBy(0, above)
  }
}
