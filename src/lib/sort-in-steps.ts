/** Items per step. The caller may pause between steps. */
const CHUNK = 500

type Compare<T> = (a: T, b: T) => number

/** Compares by code unit. For days, times and prepared sort keys, which need no rules of a language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns a sorted copy, in steps: sorting 50,000 items at once would block a phone for a second. Stable. */
export function* sortInSteps<T>(items: readonly T[], compare: Compare<T>): Generator<void, T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += CHUNK) {
    runs.push(items.slice(at, at + CHUNK).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let nth = 0; nth < runs.length; nth += 2)
      merged.push(yield* merge(runs[nth] ?? [], runs[nth + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(left: T[], right: T[], compare: Compare<T>): Generator<void, T[]> {
  const all: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length && r < right.length) {
    const isLeft = compare(left[l] as T, right[r] as T) <= 0
    all.push((isLeft ? left[l++] : right[r++]) as T)
    if (all.length % CHUNK === 0) yield
  }
  return all.concat(left.slice(l), right.slice(r))
}
