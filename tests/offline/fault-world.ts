import { createHash } from 'node:crypto'
import { PROBLEMS, type ProblemCode } from '#contract/core/problems.ts'
import { PART_BYTES } from '#domain/core/limits.ts'
import {
  type AnnouncedFile,
  announcedFiles,
  destroyedFileIds,
  type Fields,
  gloveboxRow,
  historyRow,
} from './fault-rows.ts'

export type Noun = 'manual_history' | 'glovebox_item'

export interface Write {
  key: string | null
  method: 'POST' | 'PUT' | 'DELETE'
  noun: Noun
  /** Null on a create: its id is in the fields. */
  id: string | null
  ifMatch: string | null
  fields: Fields
  /** SHA-256 of the body's fields, to tell repeated content from other content. */
  fingerprint: string
}

export interface FaultResponse {
  status: number
  body: unknown
  etag?: string
  /** There is no such call, so the response names no operation. */
  isCallMissing?: true
}

export interface StoredFile extends AnnouncedFile {
  state: 'awaited' | 'stored'
  bytes: Buffer | null
  /** The parts received. */
  parts: Buffer
}

interface Row {
  id: string
  noun: Noun
  rev: number
  fields: Fields
  fingerprint: string
  deleted: boolean
  files: StoredFile[]
  /** Number of its last change. */
  changedIn: number
}

export interface FaultWorld {
  /** Executes a write by the real server's rules (docs/offline.md#protocol), and counts it. */
  apply(write: Write): FaultResponse
  /** Without bytes: completes the file from its parts. */
  putFile(fileId: string, bytes: Buffer, digest: string | null, key: string | null): FaultResponse
  putPart(fileId: string, offset: number, bytes: Buffer, digest: string | null): FaultResponse
  file(fileId: string): StoredFile | undefined
  /** A page of the rows that changed after `cursor`, in the order of their last change, as in a sync response. */
  changesAfter(cursor: string | null, limit: number): { changes: unknown[]; next: string; hasMore: boolean }
  row(id: string): Row | undefined
  entityIds(): string[]
  /** Writes of entries that changed something: with deduplication on, one for each key. */
  effects(): number
  knowsKey(key: string): boolean
  /** A snapshot to restore: later changes are undone. */
  backUp(): () => void
}

/** The minimal server for an outbox: rows with revisions, files by digest, keys with their responses. */
export function createFaultWorld(dedup: boolean): FaultWorld {
  const rows = new Map<string, Row>()
  const responses = new Map<string, { fingerprint: string; response: FaultResponse }>()
  const fileKeys = new Set<string | null>()
  let effects = 0
  let changeCount = 0

  function apply(write: Write): FaultResponse {
    const known = write.key ? responses.get(write.key) : undefined
    if (known && dedup) {
      return known.fingerprint === write.fingerprint ? known.response : problem('key_reused')
    }
    const response = write.method === 'POST' ? create(write) : change(write)
    if (write.key && response.status < 500) {
      responses.set(write.key, { fingerprint: write.fingerprint, response })
    }
    return response
  }

  function create({ noun, fields, fingerprint }: Write): FaultResponse {
    const id = String(fields.id ?? crypto.randomUUID())
    const there = rows.get(id)
    if (there && dedup) return there.fingerprint === fingerprint ? shown(there, 200) : problem('id_reused')
    const files = announcedFiles(fields).map(awaited)
    const row: Row = {
      id,
      noun,
      rev: 1,
      fields,
      fingerprint,
      deleted: false,
      files,
      changedIn: ++changeCount,
    }
    rows.set(id, row)
    effects++
    return shown(row, 201)
  }

  function change(write: Write): FaultResponse {
    const row = rows.get(write.id ?? '')
    if (!row || row.noun !== write.noun) return problem('not_found')
    if (row.deleted) return write.method === 'DELETE' ? destroyed(row) : problem('gone')
    if (write.ifMatch === null) return problem('precondition_missing')
    if (write.ifMatch !== etag(row)) {
      return problem('stale', { current: present(row), etag: etag(row) })
    }
    effects++
    row.rev++
    row.changedIn = ++changeCount
    if (write.method === 'DELETE') {
      row.deleted = true
      return destroyed(row)
    }
    const gone = new Set(destroyedFileIds(write.fields))
    const added = announcedFiles(write.fields)
      .filter(({ id }) => !row.files.some((file) => file.id === id))
      .map(awaited)
    row.files = [...row.files.filter((file) => !gone.has(file.id)), ...added]
    row.fields = write.fields
    return shown(row, 200)
  }

  function announced(fileId: string): { owner: Row; file: StoredFile } | FaultResponse {
    const owner = [...rows.values()].find((row) => row.files.some((file) => file.id === fileId))
    const file = owner?.files.find((candidate) => candidate.id === fileId)
    if (!owner || !file) return problem('not_found')
    return owner.deleted ? problem('gone') : { owner, file }
  }

  function putPart(fileId: string, offset: number, bytes: Buffer, digest: string | null): FaultResponse {
    const found = announced(fileId)
    if ('status' in found) return found
    const { file } = found
    const { id, state, byte_size } = file
    if (digest !== digestOf(bytes)) return problem('digest_mismatch')
    if (state === 'stored') return { status: 200, body: { id, state, offset: byte_size, byte_size } }
    if (bytes.length > PART_BYTES || offset + bytes.length > byte_size) return problem('too_large')
    if (offset > file.parts.length) return problem('wrong_offset', { offset: file.parts.length })
    file.parts = Buffer.concat([file.parts, bytes.subarray(file.parts.length - offset)])
    return { status: 200, body: { id, state, offset: file.parts.length, byte_size } }
  }

  function putFile(fileId: string, sent: Buffer, digest: string | null, key: string | null): FaultResponse {
    const found = announced(fileId)
    if ('status' in found) return found
    const { owner, file } = found
    if (sent.length === 0 && file.state === 'awaited' && file.parts.length < file.byte_size)
      return problem('wrong_offset', { offset: file.parts.length })
    const bytes = sent.length > 0 ? sent : (file.bytes ?? file.parts)
    file.parts = Buffer.alloc(0)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const isWhole = sha256 === file.sha256 && bytes.length === file.byte_size
    if (!isWhole || digest !== digestOf(bytes)) return problem('digest_mismatch')
    fileKeys.add(key)
    file.bytes = bytes
    file.state = 'stored'
    owner.changedIn = ++changeCount
    const { id, state, byte_size } = file
    const body = { id, state, sha256: file.sha256, byte_size, owner_id: owner.id }
    return { status: 200, body: { ...body, vehicle_id: Number(owner.fields.vehicle_id) } }
  }

  return {
    apply,
    putFile,
    putPart,
    file: (fileId) => [...rows.values()].flatMap((row) => row.files).find((file) => file.id === fileId),
    changesAfter(cursor, limit) {
      const changed = [...rows.values()]
        .filter((row) => row.changedIn > Number(cursor ?? 0))
        .sort((a, b) => a.changedIn - b.changedIn)
      const page = changed.slice(0, limit)
      const next = String(page.at(-1)?.changedIn ?? cursor ?? 0)
      return { changes: page.map(asChange), next, hasMore: changed.length > limit }
    },
    row: (id) => rows.get(id),
    entityIds: () => [...rows.keys()],
    effects: () => effects,
    knowsKey: (key) => responses.has(key) || fileKeys.has(key),
    backUp() {
      const stored = structuredClone({ rows, answers: responses, fileKeys, effects, changeCount })
      return () => {
        refill(rows, stored.rows)
        refill(responses, stored.answers)
        fileKeys.clear()
        for (const key of stored.fileKeys) fileKeys.add(key)
        effects = stored.effects
        changeCount = stored.changeCount
      }
    },
  }
}

function refill<K, V>(map: Map<K, V>, from: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of from) map.set(key, value)
}

/** A problem body of the contract under its code. */
export function problem(
  code: ProblemCode,
  more: { current?: unknown; etag?: string; offset?: number } = {},
): FaultResponse {
  const status = PROBLEMS[code]
  const details = { errors: [code], alertType: 'error', alertMessage: code, request_id: 'fault' }
  return { status, body: { type: `/problems/${code}`, title: code, status, code, ...details, ...more } }
}

const awaited = (file: AnnouncedFile): StoredFile => ({
  ...file,
  state: 'awaited',
  bytes: null,
  parts: Buffer.alloc(0),
})
const digestOf = (bytes: Buffer): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
const etag = (row: Row): string => `"${row.rev}"`
const shown = (row: Row, status: number): FaultResponse => ({ status, body: present(row), etag: etag(row) })
const destroyed = (row: Row): FaultResponse => ({ status: 200, body: { success: true, id: row.id } })

function present(row: Row) {
  const files = row.files.map(({ bytes: _bytes, parts: _parts, ...file }) => file)
  const make = row.noun === 'manual_history' ? historyRow : gloveboxRow
  return make(row.fields, { id: row.id, rev: row.rev, files })
}

const asChange = (row: Row) =>
  row.deleted
    ? { type: row.noun, id: row.id, deleted: true, reason: 'deleted' }
    : { type: row.noun, id: row.id, data: present(row) }
