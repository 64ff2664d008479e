import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import type { Command } from '#src/offline/model/command.ts'
import { StorageBlocked, StorageSilent } from '#src/offline/model/errors.ts'

const PATIENCE_MS = 30_000
/** The slowest phone that still counts as one that answers: 5 MB in two seconds. */
const BYTES_PER_MS = 2_500
/** Waits between looks on a connection of their own. */
const LOOK_FIRST_MS = 8_000
const LOOK_MOST_MS = 60_000
/** A look that takes longer is repeated on a new connection. */
const LOOK_LIMIT_MS = 15_000

/** How long storage may take to keep a command, in ms: the more bytes, the longer. */
export function patienceFor(command: Command): number {
  const files = 'files' in command ? command.files : []
  return PATIENCE_MS + files.reduce((sum, file) => sum + file.bytes.byteLength, 0) / BYTES_PER_MS
}

/** One save, and how to find out what became of it. */
export interface Attempt {
  work: Promise<Saved>
  /** Whether its transaction was begun: before that, a failure means that nothing was kept. */
  hasBegun: () => boolean
  /** Looks for its trace on a new connection; null: nothing of it is committed so far. */
  look: () => Promise<Saved | null>
}

/**
 * Waits until it is certain whether a save was kept. Rejects only when it certainly was not; a commit whose answer was
 * lost is found by its trace and counts as kept.
 * @throws StorageSilent when that is not known after `patienceMs`; its `late` goes on looking
 */
export function untilKnown(clock: Clock, patienceMs: number, attempt: Attempt): Promise<Saved> {
  return orSilent(clock, patienceMs, untilCertain(clock, attempt))
}

/**
 * Ends the wait for work that finds out its own outcome. The work goes on: what comes after all is `late` of the error.
 * @throws StorageSilent when there is no outcome in `ms`
 */
export function orSilent(clock: Clock, ms: number, work: Promise<Saved>): Promise<Saved> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      // A failure that nobody waits for any more is not an error of the page.
      work.catch(() => {})
      reject(new StorageSilent(work))
    })
    work.then(resolve, reject).finally(cancel)
  })
}

/** The same without end: it settles only when it is certain whether the save was kept. */
export function untilCertain(clock: Clock, { work, hasBegun, look }: Attempt): Promise<Saved> {
  return new Promise((resolve, reject) => {
    let isOver = false
    let failure: { error: unknown } | null = null
    let waitMs = LOOK_FIRST_MS
    let cancel = () => {}
    let isLooking = false

    function end(settle: () => void): void {
      if (isOver) return
      isOver = true
      cancel()
      settle()
    }
    function lookLater(): void {
      if (isOver) return
      cancel()
      cancel = clock.after(waitMs, () => void lookNow())
      waitMs = Math.min(waitMs * 2, LOOK_MOST_MS)
    }
    async function lookNow(): Promise<void> {
      if (isOver || isLooking) return
      isLooking = true
      const found = await withLimit(clock, look)
      isLooking = false
      if (found !== 'unknown' && found !== null) return end(() => resolve(found))
      // The work is over and has left nothing: it was not kept.
      if (found === null && failure) {
        const { error } = failure
        return end(() => reject(error))
      }
      lookLater()
    }
    work.then(
      (saved) => end(() => resolve(saved)),
      (error: unknown) => {
        const isCertain = !(error instanceof StorageBlocked) || !hasBegun()
        if (isCertain) return end(() => reject(error))
        failure = { error }
        void lookNow()
      },
    )
    lookLater()
  })
}

/** 'unknown': storage could not be read, or not in time. */
function withLimit(clock: Clock, look: Attempt['look']): Promise<Saved | null | 'unknown'> {
  return new Promise((resolve) => {
    const cancel = clock.after(LOOK_LIMIT_MS, () => resolve('unknown'))
    look()
      .then(resolve, () => resolve('unknown'))
      .finally(cancel)
  })
}
