import type { Outbox, Saved } from '#src/offline/model/api/outbox-api.ts'
import { type Clock, deviceClock } from '#src/offline/model/clock.ts'
import type { Command } from '#src/offline/model/command.ts'
import { Invalid, StorageTimeout } from '#src/offline/model/errors.ts'
import { canonicalJson } from '#src/offline/model/hash.ts'
import { saveTimeoutMs, withTimeout } from './save-outcome.ts'

/** A create of a form: these two can be edited afterwards. */
export type EntryCreate = Extract<Command, { kind: 'history.create' | 'glovebox.create' }>

/** A save of a form whose outcome was not known in time. */
export interface EarlierSave {
  create: EntryCreate
  saved: Promise<Saved>
}

/**
 * Saves a form a second time after a save that storage did not answer in time. Once the first one is kept, what was
 * changed since is an edit of that entry: two creates never merge by themselves.
 * @throws StorageTimeout when the first save is still not answered; whatever `enqueue` throws
 */
export function saveAgain(
  outbox: Pick<Outbox, 'enqueue'>,
  earlier: EarlierSave,
  create: EntryCreate,
  clock: Clock = deviceClock,
): Promise<Saved> {
  const work = earlier.saved.then(
    async (saved) => {
      const edit = editOf(earlier.create, create, saved)
      if (!edit) return saved
      return outbox.enqueue(edit).catch((error: unknown) => {
        // Discarded or deleted since: what the form says becomes an entry of its own.
        if (error instanceof Invalid && error.fields['']) return outbox.enqueue(create)
        throw error
      })
    },
    () => outbox.enqueue(create),
  )
  return withTimeout(clock, saveTimeoutMs(create), followTimeout(work))
}

/** A commit that came late is the outcome all the same. */
const followTimeout = (work: Promise<Saved>): Promise<Saved> =>
  work.catch((error: unknown) => {
    if (error instanceof StorageTimeout) return error.late
    throw error
  })

/** What differs between two saves of one form, as an edit of the entry that the first became; null: nothing. */
function editOf(first: EntryCreate, second: EntryCreate, { opId, entityId }: Saved): Command | null {
  const [had, has] = [first, second].map(({ files }) => new Set(files.map(({ id }) => id)))
  const files = second.files.filter(({ id }) => !had?.has(id))
  const removedFileIds = first.files.map(({ id }) => id).filter((id) => !has?.has(id))
  const isSameText = canonicalJson(first.payload) === canonicalJson(second.payload)
  if (isSameText && files.length === 0 && removedFileIds.length === 0) return null
  const edit = { id: entityId, basis: { rev: null, opId }, files, removedFileIds }
  return second.kind === 'history.create'
    ? { ...second, ...edit, kind: 'history.update' }
    : { ...second, ...edit, kind: 'glovebox.update' }
}
