// Optional keys: an object with only those keys that have a value, as `exactOptionalPropertyTypes` asks for it.

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

export function given<T extends object>(values: T): Given<T> {
  const found: Given<T> = {}
  for (const key in values) {
    const value = values[key]
    if (value !== undefined) found[key] = value as Exclude<T[typeof key], undefined>
  }
  return found
}
