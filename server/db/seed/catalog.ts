import { LOCKS, takeLock } from '#server/db/advisory-locks.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { advanceSequences, insertRows } from './bulk.ts'
import { createServices } from './fleet/services.ts'
import { createTemplates } from './maintenance/schedules.ts'

/**
 * Inserts the built-in services and maintenance schedules by vehicle class (ruling 22) into an installation without the
 * demo world. Does nothing if any exist, so an installation's own changes stay.
 * @returns whether they were inserted
 */
export function ensureCatalog(db: Database, print: (line: string) => void = () => {}): Promise<boolean> {
  return db.system(async (tx) => {
    await takeLock(tx, LOCKS.seed, () => print('Waiting for another server that fills the database …'))
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
