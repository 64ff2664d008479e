import { useRef } from 'react'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { StorageTimeout } from '#src/offline/model/errors.ts'
import { type EarlierSave, type EntryCreate, saveAgain } from '#src/offline/queue/enqueue/save-again.ts'

/**
 * Saves the entry of a form. While the outcome of an earlier save is not known, or that save was committed late, the
 * next save is an edit of the same entry.
 */
export function useCreateEntry() {
  const { outbox } = useOffline()
  const earlier = useRef<EarlierSave>(undefined)
  const isSaved = useRef(false)

  async function create(entry: EntryCreate): Promise<Saved> {
    try {
      const saved = await (earlier.current
        ? saveAgain(outbox, earlier.current, entry)
        : outbox.enqueue(entry))
      isSaved.current = true
      return saved
    } catch (error) {
      if (error instanceof StorageTimeout) earlier.current = { create: entry, saved: error.late }
      throw error
    }
  }
  /** Whether this form has saved its entry, or may have; an entry with its id is then its own. */
  const mayBeSaved = () => isSaved.current || earlier.current !== undefined
  return { create, mayBeSaved }
}
