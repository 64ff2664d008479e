import { type Database, disableTimeouts } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { insertRows, moveCounters } from './bulk.ts'
import { createServices } from './fleet/services.ts'
import { createTemplates } from './maintenance/schedules.ts'

/** The same as the demo world's: two servers that start at once take turns. */
const LOCK = 727_402

/**
 * Gives an installation without the demo world what every fleet stands on: the services, and our schedules by class of
 * vehicle (ruling 22). Only where there are none: what an installation has made of them stays.
 * @returns whether it was done
 */
export function ensureCatalogue(db: Database): Promise<boolean> {
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
    await moveCounters(tx)
    return true
  })
}
