/**
 * Copies of short arrays with one change. V8 is much slower at `with`, `toSpliced` and the spread, and gives an array that is pushed to
 * room for more.
 */
const LONG = 32

export function appended<T>(values: readonly T[], value: T): readonly T[] {
  const { length } = values
  // A call of it costs more than it saves in a short one.
  if (length >= LONG) return values.concat([value])
  const copy = new Array<T>(length + 1)
  for (let i = 0; i < length; i++) copy[i] = values[i] as T
  copy[length] = value
  return copy
}

export function replaced<T>(values: readonly T[], index: number, value: T): readonly T[] {
  const copy = values.slice()
  copy[index] = value
  return copy
}

/** Compares no more than it has to: `filter` would call a function for each value. */
export function without<T>(values: readonly T[], value: T): readonly T[] {
  const index = values.indexOf(value)
  return index < 0 ? values : withoutIndex(values, index)
}

export function withoutIndex<T>(values: readonly T[], index: number): readonly T[] {
  const copy = values.slice(0, -1)
  for (let i = index; i < copy.length; i++) copy[i] = values[i + 1] as T
  return copy
}
