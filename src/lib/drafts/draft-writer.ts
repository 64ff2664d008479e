import { type DraftSlot, deleteDraft, writeDraft } from './draft-storage.ts'

/** Characters of a draft above which to write it costs a slow phone more than to draw the letter: 20 ms of 330,000. */
const LARGE = 50_000

/** The most typing that a crash can cost, and of a large draft only. */
export const LARGE_DRAFT_WAIT_MS = 1000

/**
 * Writes one draft: each change before the next line runs, but those of a large one once a second. `flush` writes what
 * still waits: whoever leaves the page or saves calls it, so that only a crash loses the last moment.
 */
export function draftWriter(slot: DraftSlot) {
  let size = 0
  let waiting: { value: unknown } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting) size = writeDraft(slot, waiting.value)
    waiting = undefined
  }

  return {
    flush,
    write(value: unknown): void {
      waiting = { value }
      if (size < LARGE) flush()
      else timer ??= setTimeout(flush, LARGE_DRAFT_WAIT_MS)
    },
    forget(): void {
      waiting = undefined
      flush()
      deleteDraft(slot)
    },
  }
}
