import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { LocalRow, PendingChange } from '#src/offline/model/api/cache-api.ts'
import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { needsUserAction } from '#src/offline/model/states.ts'

/** Turns a pending operation into a row. */
export type Project<T> = (op: OpRow, base: T | undefined) => T

/**
 * Applies the user's pending operations to copies of server rows, so that an entry shows, marked, from the moment of
 * saving until the server's row is there (docs/offline.md#reads).
 * @param ops readable operations of these rows, in order
 */
export function overlay<T extends ManualHistory | GloveboxItem>(
  rows: readonly T[],
  ops: readonly OpRow[],
  project: Project<T>,
): LocalRow<T>[] {
  const opsOf = new Map<string, OpRow[]>()
  for (const op of ops) opsOf.set(op.entityId, [...(opsOf.get(op.entityId) ?? []), op])
  const localRows = rows.map((row) => overlayRow(row, opsOf.get(row.id) ?? [], project))
  const here = new Set(rows.map((row) => row.id))
  const made = [...opsOf]
    .filter(([id]) => !here.has(id))
    .map(([, own]) => overlayRow(undefined, own, project))
  return [...made, ...localRows].filter((row) => row !== null)
}

function overlayRow<T extends ManualHistory | GloveboxItem>(
  server: T | undefined,
  ops: readonly OpRow[],
  project: Project<T>,
): LocalRow<T> | null {
  const entries = ops.filter((op) => !isFileOp(op) && op.state !== 'damaged')
  let row = server
  for (const op of entries) {
    const isCreate = op.kind.endsWith('.create')
    // A create whose row is present has arrived; only its response was lost.
    if (op.kind.endsWith('.delete') || (isCreate && server)) continue
    if (isCreate || row) row = project(op, row)
  }
  if (!row) return null
  return {
    row,
    waiting: pendingChangeOf(entries, ops.filter(isFileOp)),
    basis: {
      rev: server?.rev ?? null,
      opId: entries.filter((op) => !op.kind.endsWith('.delete')).at(-1)?.id ?? null,
      seen: row,
    },
  }
}

function pendingChangeOf(entries: readonly OpRow[], files: readonly OpRow[]): PendingChange | null {
  const all = [...entries, ...files]
  const lead = all.find((op) => needsUserAction(op.state)) ?? entries.at(-1) ?? files[0]
  if (!lead) return null
  return {
    change: changeOf(entries),
    state: lead.state,
    opId: lead.id,
    fileIds: files.map((op) => fileIdOf(op) ?? '').filter((id) => id !== ''),
    vehicle: lead.vehicle?.id === lead.vehicleId ? lead.vehicle : null,
  }
}

function changeOf(entries: readonly OpRow[]): PendingChange['change'] {
  if (entries.some((op) => op.kind.endsWith('.delete'))) return 'delete'
  if (entries.some((op) => op.kind.endsWith('.create'))) return 'create'
  return entries.length > 0 ? 'update' : 'files'
}
