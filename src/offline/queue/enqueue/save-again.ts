import type { Outbox, Saved } from '#src/offline/model/api/outbox-api.ts'
import { type Clock, deviceClock } from '#src/offline/model/clock.ts'
import type { Command } from '#src/offline/model/command.ts'
import { Invalid, StorageTimeout } from '#src/offline/model/errors.ts'
import { canonicalJson } from '#src/offline/model/hash.ts'
import { saveTimeoutMs, withTimeout } from './save-outcome.ts'

/** A form's create that can be edited afterwards. */
export type EntryCreate = Extract<Command, { kind: 'history.create' | 'glovebox.create' }>

/** A save of a form whose outcome was not known in time. */
export interface EarlierSave {
  create: EntryCreate
  saved: Promise<Saved>
}

/**
 * Saves a form again after storage did not respond to the first save in time. Once the first save is committed, later
 * changes are an edit of that entry, because two creates never merge.
 * @throws StorageTimeout if the first save still has no outcome; any error of `enqueue`
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
        // Discarded or deleted since: the form's content becomes a new entry.
        if (error instanceof Invalid && error.fields['']) return outbox.enqueue(create)
        throw error
      })
    },
    () => outbox.enqueue(create),
  )
  return withTimeout(clock, saveTimeoutMs(create), followTimeout(work))
}

/** A late commit still counts as the outcome. */
const followTimeout = (work: Promise<Saved>): Promise<Saved> =>
  work.catch((error: unknown) => {
    if (error instanceof StorageTimeout) return error.late
    throw error
  })

/** Returns the difference between two saves of one form as an edit of the first entry; null: no difference. */
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
