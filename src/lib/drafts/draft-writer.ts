import { type DraftSlot, deleteDraft, writeDraft } from './draft-storage.ts'

/**
 * Draft size in characters above which writing costs a slow phone more than rendering the keystroke: 20 ms for 330,000.
 */
const LARGE = 50_000

/** The maximum amount of typing that a crash can lose, for large drafts only. */
export const LARGE_DRAFT_WAIT_MS = 1000

/**
 * Writes one draft: small ones synchronously on each change, large ones once a second. `flush` writes pending changes.
 * Call it before leaving the page or saving, so that only a crash loses the last second.
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
