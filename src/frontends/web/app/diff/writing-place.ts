// A line or a range of one file, on one side, that somebody writes about.
export interface WritingPlace {
  /** The id of the file in the review. */
  readonly file: string
  readonly path: string
  readonly line: number
  /** Of a range. */
  readonly lastLine?: number
  readonly side: 'old' | 'new'
  readonly lineText: string
  /** The draft that the words replace. */
  readonly draft?: string
}
