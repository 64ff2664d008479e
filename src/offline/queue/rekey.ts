import { newId } from '#src/offline/model/ids.ts'
import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import { requeueWithNewKey } from './requeue-with-new-key.ts'
import { changeOp, note, opsOfEntity, type WorkingQueue } from './working-queue.ts'

/** Whether the server responded that one of our ids belongs to something else (docs/offline.md#protocol). */
export const isIdReused = (code: string | null | undefined): boolean => code === 'id_reused'

/**
 * Whether the server may have this create although it refused the operation: it has used the key. A server that does not
 * know a field stores the entry without it, and a later one then reads the same request as other content.
 */
export const mayExist = ({ kind, mayExist: isMarked, trouble }: OpRow): boolean =>
  kind.endsWith('.create') && (isMarked === true || trouble?.code === 'key_reused')

/**
 * Returns how an operation is sent again after the server responded that its key or one of its ids is in use; null: the
 * user must decide. A create whose key was used keeps its id, so that it never becomes a second entry. If the server has
 * other content under the id, it is sent as an edit of an unknown revision, and the user compares the two versions.
 */
export function resendAfterReuse(
  op: OpRow,
  code: string | null | undefined,
): ((queue: WorkingQueue, op: OpRow) => OpRow) | null {
  const isCreate = op.kind.endsWith('.create')
  if (code === 'key_reused') return isCreate && op.mayExist !== true ? resendWithId : null
  if (!isIdReused(code)) return null
  if (op.mayExist) return EDITABLE.has(op.kind) ? resendAsEdit : null
  // If the server refuses the new ids too, the user must decide.
  return op.isRekeyed !== true && (isCreate || op.kind.endsWith('.update')) ? rekey : null
}

const resendWithId = (queue: WorkingQueue, op: OpRow): OpRow =>
  requeueWithNewKey(queue, op, { mayExist: true })

/** Creates of entries that can be edited. */
const EDITABLE: ReadonlySet<string> = new Set(['history.create', 'glovebox.create'])
/** Revisions begin with 1, so the server responds with its current row. */
export const UNKNOWN_REVISION = 0

const resendAsEdit = (queue: WorkingQueue, op: OpRow): OpRow =>
  requeueWithNewKey(queue, op, {
    kind: op.kind.replace('.create', '.update'),
    baseRev: UNKNOWN_REVISION,
    mayExist: false,
  })

/**
 * Sends an entry again whose id, or a file's id, belongs to something else on the server. A create becomes a new entry
 * with new ids, with its files and the edits that depend on it. An edit keeps its entry and gets new file ids.
 */
export function rekey(queue: WorkingQueue, op: OpRow): OpRow {
  const isCreate = op.kind.endsWith('.create')
  const entityId = isCreate ? newId() : op.entityId
  const line = opsOfEntity(queue, op.entityId)
  queue.entityIds?.add(entityId)
  // Operations before this one belong to the entry that had the id first.
  const following = isCreate ? line.filter(({ id, seq }) => id !== op.id && seq > op.seq) : []
  const files = line.filter(
    (later) => isFileOp(later) && (isCreate ? following.includes(later) : later.parentId === op.id),
  )
  const ids = new Map<string, string>()
  for (const file of files) renameFile(queue, file, entityId, ids)
  for (const later of following.filter((other) => !isFileOp(other)))
    changeOp(queue, later, { entityId, payload: renamed(later.payload, ids), edition: later.edition + 1 })
  const change = { entityId, originalId: op.entityId, isRekeyed: true, payload: renamed(op.payload, ids) }
  const next = requeueWithNewKey(queue, op, change)
  note(queue, 'got fresh ids', next.id, op.entityId)
  return next
}

function renameFile(queue: WorkingQueue, op: OpRow, entityId: string, ids: Map<string, string>): void {
  const old = fileIdOf(op)
  if (old === null) return
  const fresh = newId()
  ids.set(old, fresh)
  queue.also.renamedFiles.push({ from: old, to: fresh })
  const unattempted = { payloadHash: null, firstAttemptAt: null, arrived: 0, uploaded: 0 }
  const payload = { ...(op.payload as object), fileId: fresh }
  changeOp(queue, op, { ...unattempted, entityId, payload, edition: op.edition + 1 })
}

/** The payload with the new file ids; other payloads stay unchanged. */
function renamed(payload: unknown, ids: ReadonlyMap<string, string>): unknown {
  const entry = payload as Partial<EntryPayload> | null
  if (!entry?.manifest || !entry.removedFileIds) return payload
  return {
    ...entry,
    manifest: entry.manifest.map((file) => ({ ...file, id: ids.get(file.id) ?? file.id })),
    removedFileIds: entry.removedFileIds.map((id) => ids.get(id) ?? id),
  }
}
