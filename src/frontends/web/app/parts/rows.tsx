// Our own virtual rows: of a list as long as it may be, only the rows near the window of the browser are elements. Heights
// are guessed, then measured. What is in sight stays where it is: when a row above the window turns out taller or smaller,
// and when rows come and go above it.
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
  /** By how much the rows in sight lie further down since the rows have changed. */
  private moved = 0
  private frame = 0
  /** The rows that are drawn, by their elements. */
  private readonly drawn = new Map<Element, RowBox<Row>>()
  /** Told of new rows, and of those that grow by themselves: a log is opened, a text field pulled larger. */
  private readonly sizes = new ResizeObserver((entries) => this.measure(entries))

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
    if (rows === this.props.rows) return
    if (this.moved !== 0) scrollBy(0, this.moved)
    this.moved = 0
    this.look()
  }

  watch(element: Element, row: RowBox<Row>): void {
    this.drawn.set(element, row)
    this.sizes.observe(element)
  }

  unwatch(element: Element): void {
    this.drawn.delete(element)
    this.sizes.unobserve(element)
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

  override render({ rows, keyOf, draw }: RowsProps<Row>) {
    this.layOut()
    const { offsets } = this
    const { first, end } = this.state
    const last = Math.min(end, rows.length)
    const start = Math.min(first, last)
    return (
      <div class="rows" ref={this.box}>
        <div class="rows-away" style={{ height: `${offsets[start] ?? 0}px` }} />
        {rows.slice(start, last).map((row, index) => (
          <RowBox key={keyOf(row)} row={row} index={start + index} draw={draw} list={this} />
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
    const before = { keys: this.keysInSight(), offsets: this.offsets }
    this.laidOut = rows
    this.heights = rows.map((row) => this.measured.get(keyOf(row)) ?? guess(row, this.width))
    this.offsets = toOffsets(this.heights)
    const places = new Map(before.keys.length === 0 ? [] : rows.map((row, index) => [keyOf(row), index]))
    const still = before.keys.find(([key]) => places.has(key))
    if (!still) return
    const [key, from] = still
    const to = places.get(key) ?? from
    this.moved += (this.offsets[to] ?? 0) - (before.offsets[from] ?? 0)
    // Drawn as before: a text field that is taken off the page for a moment loses the focus.
    const { first, end } = this.state
    this.state = { first: Math.max(0, first + to - from), end: end + to - from }
  }

  /** From the top of the window down, with their places; none while the list begins below it. */
  private keysInSight(): (readonly [key: string, index: number])[] {
    const { laidOut, offsets } = this
    const top = TOP - this.top()
    if (!laidOut || top <= 0) return []
    const [first, last] = [rowAt(offsets, top), rowAt(offsets, top + innerHeight)]
    return laidOut.slice(first, last + 1).map((row, index) => [this.props.keyOf(row), first + index])
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

  /** Takes the heights that the browser found, before it paints them. */
  private measure(entries: readonly ResizeObserverEntry[]): void {
    const { keyOf } = this.props
    const changed: (readonly [at: number, more: number])[] = []
    for (const { target, borderBoxSize } of entries) {
      const box = this.drawn.get(target)
      if (!box) continue
      const { row, index } = box.props
      const height = borderBoxSize[0]?.blockSize ?? 0
      const more = height - (this.heights[index] ?? 0)
      this.measured.set(keyOf(row), height)
      if (Math.abs(more) < 0.5) continue
      changed.push([index, more])
      this.heights[index] = height
    }
    if (changed.length === 0) return
    const topRow = this.topRow()
    const above = changed.reduce((sum, [at, more]) => (at < topRow ? sum + more : sum), 0)
    this.offsets = toOffsets(this.heights)
    this.forceUpdate(() => this.look())
    if (above !== 0) scrollBy(0, above)
  }
}

interface RowBoxProps<Row> {
  readonly row: Row
  readonly index: number
  readonly draw: (row: Row, index: number) => ComponentChildren
  readonly list: RowWatch<Row>
}

interface RowWatch<Row> {
  readonly watch: (element: Element, row: RowBox<Row>) => void
  readonly unwatch: (element: Element) => void
}

/** Scrolling draws new rows and leaves the others alone. */
class RowBox<Row> extends Component<RowBoxProps<Row>> {
  private readonly element: RefObject<HTMLDivElement | null> = createRef()

  override componentDidMount(): void {
    if (this.element.current) this.props.list.watch(this.element.current, this)
  }

  override componentWillUnmount(): void {
    if (this.element.current) this.props.list.unwatch(this.element.current)
  }

  override shouldComponentUpdate({ row, index, draw }: RowBoxProps<Row>): boolean {
    return row !== this.props.row || index !== this.props.index || draw !== this.props.draw
  }

  override render({ row, index, draw }: RowBoxProps<Row>) {
    return (
      <div class="rows-row" ref={this.element}>
        {draw(row, index)}
      </div>
    )
  }
}
