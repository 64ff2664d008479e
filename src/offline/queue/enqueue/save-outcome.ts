import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import type { Command } from '#src/offline/model/command.ts'
import { StorageBlocked, StorageTimeout } from '#src/offline/model/errors.ts'

const BASE_TIMEOUT_MS = 30_000
/** The slowest device that still counts as responding: 5 MB in two seconds. */
const BYTES_PER_MS = 2_500
/** Waits between checks on a separate connection. */
const LOOK_FIRST_MS = 8_000
const LOOK_MOST_MS = 60_000
/** A check that takes longer is repeated on a new connection. */
const LOOK_LIMIT_MS = 15_000

/** How long storage may take to store a command, in ms; grows with the bytes of its files. */
export function saveTimeoutMs(command: Command): number {
  const files = 'files' in command ? command.files : []
  return BASE_TIMEOUT_MS + files.reduce((sum, file) => sum + file.bytes.byteLength, 0) / BYTES_PER_MS
}

/** One save, and how to find out its outcome. */
export interface SaveAttempt {
  work: Promise<Saved>
  /** Whether its transaction has begun; before that, a failure means that nothing was stored. */
  hasBegun: () => boolean
  /** Looks for its trace on a new connection; null: nothing is committed so far. */
  look: () => Promise<Saved | null>
}

/**
 * Limits the wait for work that determines its own outcome. The work continues as `late` of the error.
 * @throws StorageTimeout if there is no outcome after `ms`
 */
export function withTimeout(clock: Clock, ms: number, work: Promise<Saved>): Promise<Saved> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      // A later failure must not become an unhandled rejection.
      work.catch(() => {})
      reject(new StorageTimeout(work))
    })
    work.then(resolve, reject).finally(cancel)
  })
}

/**
 * Waits until the outcome of a save is certain, without a time limit. Rejects only if it was certainly not stored. A
 * commit whose result was lost is found by its trace and counts as stored.
 */
export function awaitCertainOutcome(clock: Clock, { work, hasBegun, look }: SaveAttempt): Promise<Saved> {
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
      const found = await lookWithTimeout(clock, look)
      isLooking = false
      if (found !== 'unknown' && found !== null) return end(() => resolve(found))
      // The work has ended without a trace: nothing was stored.
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

/** 'unknown': reading storage failed or took too long. */
function lookWithTimeout(clock: Clock, look: SaveAttempt['look']): Promise<Saved | null | 'unknown'> {
  return new Promise((resolve) => {
    const cancel = clock.after(LOOK_LIMIT_MS, () => resolve('unknown'))
    look()
      .then(resolve, () => resolve('unknown'))
      .finally(cancel)
  })
}
