import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/integrations/files/port.ts'

/** The object in a file store that names the installation whose files it has. */
const OWNER_KEY = 'installation'

/**
 * Returns whether the store already names this installation. A store that names none gets the name now. @throws if it names
 * another installation, whose files this database does not reference (decision 134)
 */
export async function claimFileStore(files: FileStore, db: Queryable): Promise<boolean> {
  const [meta] = await db.query<{ installation: string }>(sql`select installation from server_meta`)
  if (!meta) throw new Error('The table server_meta is empty.')
  const stored = await files.get(OWNER_KEY)
  if (stored === null) {
    await files.put(OWNER_KEY, Buffer.from(meta.installation), 'text/plain')
    return false
  }
  const owner = Buffer.from(stored).toString()
  if (owner !== meta.installation)
    throw new Error(
      `The file store belongs to installation ${owner}, not to ${meta.installation}. No files were removed.`,
    )
  return true
}
