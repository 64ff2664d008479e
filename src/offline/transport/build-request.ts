import { digestHeader } from '#src/offline/model/hash.ts'
import { kindOf } from '#src/offline/model/op-kinds.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { type Scope, scopeHeader } from '#src/offline/model/scope.ts'
import type { FileRow } from '#src/offline/storage/outbox-db.ts'
import { toForm } from './form-fields.ts'

/** A request ready to be sent. Built for each attempt; only its operation is stored. */
export interface OutgoingRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: FormData | ArrayBuffer | null
  /** Bytes of a file, 0 for entries; determines the timeout. */
  fileBytes: number
}

export interface RequestIdentity {
  scope: Scope
  /** The brand's key, for the header that proves a same-site caller. */
  appName: string
  baseUrl: string
}

/** Headers by which the server recognizes the app, and the owner of what is sent. */
export const identityHeaders = ({ appName, scope }: RequestIdentity): Record<string, string> => ({
  Accept: 'application/json',
  'App-Name': appName,
  // A shop has no user: the session of its link, in the path, identifies it.
  ...(scope.shopOrderId === undefined ? { 'X-Wheelbook-Scope': scopeHeader(scope) } : {}),
})

const toJson = (fields: Record<string, unknown>): ArrayBuffer =>
  new TextEncoder().encode(JSON.stringify(fields)).buffer

/** Builds the request of an operation; null if its payload cannot be parsed or its file is missing. */
export function buildRequest(
  op: OpRow,
  file: FileRow | null,
  sender: RequestIdentity,
): OutgoingRequest | null {
  const request = kindOf(op)?.requests[op.v]?.(op)
  if (!request) return null
  const isFile = op.kind === 'file.put'
  if (isFile && !file) return null
  return {
    method: request.method,
    url: `${sender.baseUrl}${request.path}`,
    headers: {
      ...identityHeaders(sender),
      'Idempotency-Key': op.id,
      'X-Client-Seq': String(op.seq),
      'X-Op-Version': String(op.v),
      ...(op.baseRev === null ? {} : { 'If-Match': `"${op.baseRev}"` }),
      ...(file ? { 'Content-Type': file.type, 'Repr-Digest': digestHeader(file.sha256) } : {}),
      ...(request.isJson ? { 'Content-Type': 'application/json' } : {}),
    },
    body: file
      ? file.bytes
      : request.fields && (request.isJson ? toJson(request.fields) : toForm(request.fields)),
    fileBytes: file?.size ?? 0,
  }
}
