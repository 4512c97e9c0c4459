// Optional keys: an object with only those keys that have a value, as `exactOptionalPropertyTypes` asks for it.

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
type Value<T> = Exclude<T[keyof T], undefined>

export function given<T extends object>(values: T): Given<T>
/** `toValue` makes the value of a key from what was given for it. */
export function given<T extends object, U>(values: T, toValue: (value: Value<T>) => U): { [K in keyof T]?: U }
export function given<T extends object>(values: T, toValue = (value: Value<T>): unknown => value): object {
  const found: { [K in keyof T]?: unknown } = {}
  for (const key in values) {
    const value = values[key]
    if (value !== undefined) found[key] = toValue(value as Value<T>)
  }
  return found
}
