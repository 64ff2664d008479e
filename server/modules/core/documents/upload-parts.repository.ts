import { isShop, type Party } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { StoredDocument } from './document.ts'

/** A file that one sender uploads in parts. */
export interface PartialUpload {
  document: StoredDocument
  party: Party
}

const ofUpload = ({ document, party }: PartialUpload) =>
  sql`fleet_id = ${document.fleet_id} and document_id = ${document.id} and sender = ${senderOf(party)}`
const senderOf = (party: Party) => (isShop(party) ? 'shop' : String(party.userId))

/** Parts of files until they are complete. Every server of the database sees them. */
export const uploadPartsRepository = {
  /** Returns how many bytes of the file are stored. Parts have no gaps, because each starts at the end of the last. */
  async size(db: Queryable, upload: PartialUpload): Promise<number> {
    const [row] = await db.query<{ size: number }>(
      sql`select coalesce(sum(octet_length(bytes)), 0)::int as size from upload_parts where ${ofUpload(upload)}`,
    )
    return row?.size ?? 0
  },

  /** Adds a part at the end. The caller holds the lock of the document. */
  async append(db: Queryable, upload: PartialUpload, startsAt: number, bytes: Uint8Array): Promise<void> {
    const { document, party } = upload
    await db.query(sql`
      insert into upload_parts (fleet_id, document_id, sender, starts_at, bytes)
      values (${document.fleet_id}, ${document.id}, ${senderOf(party)}, ${startsAt}, ${Buffer.from(bytes)})`)
  },

  /** Returns the bytes of all parts in their order. */
  async read(db: Queryable, upload: PartialUpload): Promise<Uint8Array> {
    const parts = await db.query<{ bytes: Buffer }>(
      sql`select bytes from upload_parts where ${ofUpload(upload)} order by starts_at`,
    )
    return Buffer.concat(parts.map(({ bytes }) => bytes))
  },

  async remove(db: Queryable, upload: PartialUpload): Promise<void> {
    await db.query(sql`delete from upload_parts where ${ofUpload(upload)}`)
  },

  /** Returns the total bytes of a fleet's unfinished files. */
  async bytesOfFleet(db: Queryable, fleetId: number): Promise<number> {
    const [row] = await db.query<{ size: number }>(
      sql`select coalesce(sum(octet_length(bytes)), 0) as size from upload_parts where fleet_id = ${fleetId}`,
    )
    return row?.size ?? 0
  },

  /** Removes the parts of files without a new part since `time`. @returns how many files */
  async removeUntouchedSince(db: Queryable, time: Date): Promise<number> {
    const removed = await db.query<{ document_id: string }>(sql`
      with stale as (
        select fleet_id, document_id, sender from upload_parts
        group by fleet_id, document_id, sender having max(stored_at) < ${time.toISOString()}
      ), gone as (
        delete from upload_parts using stale
        where (upload_parts.fleet_id, upload_parts.document_id, upload_parts.sender)
          = (stale.fleet_id, stale.document_id, stale.sender)
      )
      select document_id from stale`)
    return removed.length
  },
}
