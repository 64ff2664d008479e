import Dexie, {
  type EntityTable,
  type IntervalTree,
  type IntervalTreeNode,
  type ObservabilitySet,
} from 'dexie'
import type { Live } from '#src/offline/model/live.ts'
import { nextTask } from '#src/offline/model/next-task.ts'
import type { Reconnect } from '#src/offline/storage/reconnect.ts'

/** Rows per task: about 50 ms on a slow phone. */
const CHUNK = 1000
/** Minimum time between full reads while a sync writes page after page. */
const PAUSE_MS = 1000
/** A full read is followed by a pause of at least three times its duration, so that a first sync keeps the processor. */
const PAUSE_SHARE = 3

export interface ObservedTable<T> extends Live<T[]> {
  /** Resolves when the running read has ended; at once if there is none. */
  settled(): Promise<void>
  /** Stops observing and releases the rows. */
  stop(): void
}

/**
 * Keeps all rows of a large table in memory once for all subscribers, in key order. Rows are read in chunks, so that no
 * task blocks the page. After a change of a few rows only those are read. An unchanged row stays the same object, so
 * that derived values can be reused.
 * @param turn waited for before each chunk: tables that are needed sooner go first
 */
export function createObservedTable<T extends { id: number }>(
  table: EntityTable<T, 'id'>,
  withReconnect: Reconnect,
  turn?: () => Promise<void>,
): ObservedTable<T> {
  return createObservedExcerpt(table, withReconnect, (row) => row, turn)
}

/** The same with only a part of each row, for rows that are too large to stay in memory. */
export function createObservedExcerpt<Row extends { id: number }, T extends { id: number }>(
  table: EntityTable<Row, 'id'>,
  withReconnect: Reconnect,
  excerpt: (row: Row) => T,
  turn: () => Promise<void> = async () => {},
): ObservedTable<T> {
  const listeners = new Set<{ next: (rows: T[]) => void; fail: (error: unknown) => void }>()
  let rows: T[] | null = null
  let stale: Set<number> | 'all' = 'all'
  let isReading = false
  let reading: Promise<unknown> = Promise.resolve()
  const isStale = () => stale === 'all' || stale.size > 0

  function onChange(parts: ObservabilitySet) {
    const changed = changedKeys(parts, `idb://${table.db.name}/${table.name}/`)
    stale = changed === 'all' || stale === 'all' ? 'all' : new Set([...stale, ...changed])
    // Outside the transaction that may have called this.
    if (isStale() && listeners.size > 0) setTimeout(follow)
  }
  Dexie.on.storagemutated.subscribe(onChange)

  async function follow() {
    if (isReading) return
    isReading = true
    while (listeners.size > 0 && isStale()) {
      const wanted = stale
      stale = new Set()
      const begun = performance.now()
      try {
        const read = wanted === 'all' || !rows ? readAll(rows ?? []) : patched(rows, wanted)
        reading = read
        rows = await read
        for (const { next } of [...listeners]) next(rows)
      } catch (error) {
        stale = 'all'
        for (const { fail } of [...listeners]) fail(error)
      }
      if (stale === 'all') await pause(Math.max(PAUSE_MS, PAUSE_SHARE * (performance.now() - begun)))
    }
    isReading = false
  }

  async function readAll(known: readonly T[]): Promise<T[]> {
    const before = new Map(known.map((row) => [row.id, row]))
    const all: T[] = []
    await readInChunks(table, withReconnect, turn, (row) => all.push(same(before.get(row.id), excerpt(row))))
    return all
  }

  async function patched(known: readonly T[], keys: ReadonlySet<number>): Promise<T[]> {
    const read = await withReconnect(() => table.bulkGet([...keys] as Parameters<typeof table.bulkGet>[0]))
    const fresh = read.filter((row) => row !== undefined).map(excerpt)
    const left = known.filter((row) => !keys.has(row.id))
    return [...left, ...fresh].sort((a, b) => a.id - b.id)
  }

  return {
    current: async () => (await withReconnect(() => table.toArray())).map(excerpt),
    subscribe(next, fail = () => {}) {
      const listener = { next, fail }
      listeners.add(listener)
      if (rows) next(rows)
      if (isStale()) void follow()
      return () => void listeners.delete(listener)
    },
    settled: () => reading.then(ignore, ignore),
    stop() {
      Dexie.on.storagemutated.unsubscribe(onChange)
      listeners.clear()
      rows = null
      stale = 'all'
    },
  }
}

const ignore = () => {}

async function readInChunks<Row extends { id: number }>(
  table: EntityTable<Row, 'id'>,
  withReconnect: Reconnect,
  turn: () => Promise<void>,
  visit: (row: Row) => void,
): Promise<void> {
  const readAbove = async (id: number | null): Promise<Row[]> => {
    await turn()
    const rest = table.where(':id').above(id ?? Dexie.minKey)
    return withReconnect(() => rest.limit(CHUNK).toArray())
  }
  for (let next: Promise<Row[]> | null = readAbove(null); next; ) {
    const chunk: Row[] = await next
    const last = chunk.length === CHUNK ? chunk.at(-1) : undefined
    // The storage reads the next chunk while this one is processed.
    next = last ? readAbove(last.id) : null
    // A failure is thrown when it is awaited; until then it must not count as unhandled.
    next?.catch(() => {})
    for (const row of chunk) visit(row)
    // Several consecutive reads may end in one task.
    await nextTask()
  }
}

/** The changed keys; 'all' for a range, as large writes report it. */
function changedKeys(parts: ObservabilitySet, table: string): Set<number> | 'all' {
  const ranges = [...rangesOf(parts[table]), ...rangesOf(parts[`${table}:dels`])]
  const isKeys = ranges.every(({ from, to }) => from === to && typeof from === 'number')
  return isKeys ? new Set(ranges.map(({ from }) => from as number)) : 'all'
}

/** Iterates by hand: sets received from other tabs lack Dexie's iterator. */
function rangesOf(tree: IntervalTree | null | undefined): IntervalTreeNode[] {
  if (!tree || !('from' in tree)) return []
  return [tree, ...rangesOf(tree.l), ...rangesOf(tree.r)]
}

/** Returns the previous object if nothing in the row changed. */
function same<T>(before: T | undefined, now: T): T {
  return before !== undefined && isEqual(before, now) ? before : now
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isEqual(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
