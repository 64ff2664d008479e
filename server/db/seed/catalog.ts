import { type Database, disableTimeouts } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { advanceSequences, insertRows } from './bulk.ts'
import { createServices } from './fleet/services.ts'
import { createTemplates } from './maintenance/schedules.ts'

/** The same lock as for the demo world: serializes two servers that start at the same time. */
const LOCK = 727_402

/**
 * Inserts the built-in services and maintenance schedules by vehicle class (ruling 22) into an installation without the
 * demo world. Does nothing if any exist, so an installation's own changes stay.
 * @returns whether they were inserted
 */
export function ensureCatalog(db: Database): Promise<boolean> {
  return db.system(async (tx) => {
    await disableTimeouts(tx)
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`)
    const [known] = await tx.query(sql`
      select 1 as one from service_definitions union all select 1 from schedule_templates limit 1`)
    if (known) return false
    const { templates, items } = createTemplates()
    await insertRows(tx, 'service_definitions', createServices())
    await insertRows(tx, 'schedule_templates', templates)
    await insertRows(tx, 'schedule_items', items)
    await advanceSequences(tx)
    return true
  })
}
