import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { StorageTimeout } from '#src/offline/model/errors.ts'

/**
 * Waits for a save until its outcome is certain. Calls `onUnknown` if storage has not responded in time, and keeps
 * waiting.
 */
export async function followSave(work: Promise<Saved>, onUnknown: (error: StorageTimeout) => void) {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StorageTimeout)) throw error
    onUnknown(error)
    return await error.late
  }
}
