import type { z } from 'zod/mini'
import { currentVersion } from '#src/offline/model/op-kinds.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import type { FilePayloadV1 } from '#src/offline/model/payload.ts'
import type { OpAuthor, PreparedFile } from './prepare.ts'

/** The fields that differ between new operations. */
export type OpStart = Pick<
  OpRow,
  'id' | 'kind' | 'seq' | 'entityId' | 'vehicleId' | 'payload' | 'occurredAt'
> &
  Partial<
    Pick<
      OpRow,
      | 'parentId'
      | 'dependsOn'
      | 'baseRev'
      | 'baseOf'
      | 'base'
      | 'bytes'
      | 'shown'
      | 'vehicle'
      | 'contentHash'
      | 'originalId'
      | 'mayExist'
    >
  >

/** A new operation that has never been tried. */
export function newOp({ scope, appVersion }: OpAuthor, start: OpStart): OpRow {
  return {
    v: currentVersion(start.kind),
    tenantId: scope.tenantId,
    userId: scope.userId,
    parentId: null,
    dependsOn: [],
    payloadHash: null,
    baseRev: null,
    baseOf: null,
    edition: 0,
    state: 'pending',
    heldFor: null,
    attempts: 0,
    nextAt: 0,
    firstAttemptAt: null,
    sameFailure: null,
    trouble: null,
    epoch: 0,
    bytes: 0,
    uploaded: 0,
    appVersion,
    ...start,
  }
}

/** The operation that sends one announced file. */
export function newFileOp({ scope }: OpAuthor, parent: OpRow, file: PreparedFile, seq: number): OpRow {
  const payload: z.infer<typeof FilePayloadV1> = {
    fileId: file.id,
    target: parent.kind.startsWith('history.') ? 'maintenance_documents' : 'glovebox_documents',
    type: file.type,
    size: file.bytes.byteLength,
    sha256: file.sha256,
  }
  return newOp(
    { scope, appVersion: parent.appVersion },
    {
      id: file.opId,
      kind: 'file.put',
      seq,
      entityId: parent.entityId,
      vehicleId: parent.vehicleId,
      parentId: parent.id,
      dependsOn: [parent.id],
      payload,
      bytes: file.bytes.byteLength,
      shown: { file_name: file.name },
      occurredAt: parent.occurredAt,
    },
  )
}
