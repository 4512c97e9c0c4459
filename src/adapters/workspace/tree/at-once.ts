// The same work on many items, some at a time: files are read side by side, but never thousands of them.

const AT_ONCE = 32

/** Results in the order of the items. Rejects as the work does. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = Array.from<Result>({ length: items.length })
  const queue = items.entries()
  const take = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, take))
  return results
}
