// Our own virtual rows: of a list as long as it may be, only the rows near the window of the browser are elements. Heights
// are guessed, then measured; a row above the window that turns out taller or smaller does not move what is in sight.
import { Component, type ComponentChildren, createRef, type RefObject } from 'preact'
import { type RowWindow, rowAt, toOffsets, windowOf } from './window.ts'

export interface RowsProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** In pixels, for a list of this width, until the row has been drawn. */
  readonly guess: (row: Row, width: number) => number
  readonly draw: (row: Row, index: number) => ComponentChildren
  /** Rows that stay drawn above and below what is in sight. */
  readonly more?: number
  /** Asked when the last row is near. */
  readonly onEnd?: () => void
  /** Filled while the rows are on the page. */
  readonly handle?: { current: RowsHandle | null }
}

export interface RowsHandle {
  /** Scrolls as little as needed; `isJump`: to near the top of the window. */
  readonly show: (index: number, isJump: boolean) => void
  /** The row at the top of the window, below what sticks there. */
  readonly topRow: () => number
}

/** What sticks to the top of the window, with some air. */
const TOP = 80
/** The same at its bottom. */
const BOTTOM = 120

export class Rows<Row> extends Component<RowsProps<Row>, RowWindow> implements RowsHandle {
  override state: RowWindow = { first: 0, end: 0 }
  private readonly box: RefObject<HTMLDivElement | null> = createRef()
  private readonly measured = new Map<string, number>()
  private heights: number[] = []
  private offsets = toOffsets([])
  private laidOut: readonly Row[] | undefined
  private width = 0
  private frame = 0
  /** Rows may grow by themselves: a log is opened, a text field pulled larger. */
  private readonly sizes = new ResizeObserver(() => void this.measure())

  override componentDidMount(): void {
    const { handle } = this.props
    if (handle) handle.current = this
    addEventListener('scroll', this.onScroll, { passive: true })
    addEventListener('resize', this.onResize, { passive: true })
    this.onResize()
  }

  override componentWillUnmount(): void {
    const { handle } = this.props
    if (handle) handle.current = null
    removeEventListener('scroll', this.onScroll)
    removeEventListener('resize', this.onResize)
    cancelAnimationFrame(this.frame)
    this.sizes.disconnect()
  }

  override componentDidUpdate({ rows }: RowsProps<Row>): void {
    // Where nothing has become taller, what is in sight is known.
    if (this.measure() || rows !== this.props.rows) this.look()
  }

  show(index: number, isJump: boolean): void {
    this.layOut()
    const start = this.top()
    const top = start + (this.offsets[index] ?? 0)
    const bottom = start + (this.offsets[index + 1] ?? 0)
    const lowest = innerHeight - BOTTOM
    if (isJump) scrollBy(0, top - TOP - 16)
    else if (top < TOP) scrollBy(0, top - TOP)
    else if (bottom > lowest) scrollBy(0, Math.min(bottom - lowest, top - TOP))
    this.look()
  }

  topRow(): number {
    this.layOut()
    return rowAt(this.offsets, TOP - this.top())
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
          <RowBox key={keyOf(row)} row={row} index={start + index} draw={draw} />
        ))}
        <div class="rows-away" style={{ height: `${(offsets[rows.length] ?? 0) - (offsets[last] ?? 0)}px` }} />
      </div>
    )
  }

  private readonly onScroll = (): void => {
    cancelAnimationFrame(this.frame)
    this.frame = requestAnimationFrame(() => this.look())
  }

  /** Heights measured at another width mean nothing. */
  private readonly onResize = (): void => {
    const width = this.box.current?.clientWidth ?? 0
    if (width !== this.width) {
      this.width = width
      this.measured.clear()
      this.laidOut = undefined
      this.forceUpdate()
    }
    this.look()
  }

  /** Of the list, below the top of the window. */
  private top(): number {
    return this.box.current?.getBoundingClientRect().top ?? 0
  }

  private layOut(): void {
    const { rows, keyOf, guess } = this.props
    if (this.laidOut === rows) return
    this.laidOut = rows
    this.heights = rows.map((row) => this.measured.get(keyOf(row)) ?? guess(row, this.width))
    this.offsets = toOffsets(this.heights)
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

  /** Whether a row is not as tall as it was thought to be. */
  private measure(): boolean {
    const { rows, keyOf } = this.props
    if (this.laidOut !== rows) return false
    const { first } = this.state
    const drawn = this.box.current?.querySelectorAll<HTMLElement>(':scope > .rows-row') ?? []
    const topRow = this.topRow()
    let [isNew, above] = [false, 0]
    for (const [index, element] of [...drawn].entries()) {
      const at = first + index
      const row = rows[at]
      if (row === undefined) continue
      this.sizes.observe(element)
      const height = element.offsetHeight
      const known = this.heights[at] ?? 0
      this.measured.set(keyOf(row), height)
      if (Math.abs(height - known) < 0.5) continue
      isNew = true
      this.heights[at] = height
      if (at < topRow) above += height - known
    }
    if (!isNew) return false
    this.offsets = toOffsets(this.heights)
    this.forceUpdate()
    if (above !== 0) scrollBy(0, above)
    return true
  }
}

interface RowBoxProps<Row> {
  readonly row: Row
  readonly index: number
  readonly draw: (row: Row, index: number) => ComponentChildren
}

/** Scrolling draws new rows and leaves the others alone. */
class RowBox<Row> extends Component<RowBoxProps<Row>> {
  override shouldComponentUpdate({ row, index, draw }: RowBoxProps<Row>): boolean {
    return row !== this.props.row || index !== this.props.index || draw !== this.props.draw
  }

  override render({ row, index, draw }: RowBoxProps<Row>) {
    return <div class="rows-row">{draw(row, index)}</div>
  }
}
