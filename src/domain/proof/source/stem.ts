// What a file is called, without where it lies.

/** The name of a file without its folder and its last ending. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
}
