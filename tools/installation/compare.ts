import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { SentEntry } from '#tests/api/core/kills.sender.ts'
import type { Client } from '#tests/support/client.ts'

/** Returns the bytes of a file that was sent, by its ID. Null: it is missing. */
type ReadFile = (id: string) => Promise<Uint8Array | null>

/** Reads files through the API. */
export const filesOf =
  (client: Client): ReadFile =>
  async (id) => {
    const { status, body } = await client.get(`/maintenance_documents/${id}`)
    return status === 200 ? Buffer.from(body) : null
  }

/** Compares the acknowledged entries of phones with the rows and files of an installation. */
export async function compare(db: Database, readFile: ReadFile, entries: readonly SentEntry[]) {
  const tags = entries.map((entry) => entry.tag)
  const rows = await db.query<{ tag: string; rows: number }>(
    sql`select po_number as tag, count(*) as rows from manual_maintenance_histories
      where po_number = any(${tags}) group by 1`,
  )
  const found = new Map(rows.map((row) => [row.tag, row.rows]))
  const lost = entries.filter((entry) => !found.has(entry.tag)).length
  const doubled = rows.filter((row) => row.rows > 1).length
  let wrongFiles = 0
  const files = entries.flatMap((entry) => entry.files)
  for (const file of files) {
    const bytes = await readFile(file.id)
    if (!bytes || Buffer.compare(bytes, file.bytes) !== 0) wrongFiles++
  }
  return { entries: entries.length, files: files.length, lost, doubled, wrongFiles }
}
