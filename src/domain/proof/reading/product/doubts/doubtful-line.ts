// Where a doubt is.

export interface DoubtfulLine {
  readonly file: string
  readonly line: number
}
