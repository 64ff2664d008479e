import type { Database, Transaction } from '#server/db/database.ts'
import type { Query } from '#server/db/sql.ts'
import { sql } from '#server/db/sql.ts'
import type { TestServer } from './server.ts'

/**
 * Returns the query plans of all statements that some work runs for a fleet.
 * @param isForced disables sequential scans, because test tables are so small that one would be optimal
 * @param isAcross bypasses the fleet's row-level security, like services that read more than one fleet
 */
export async function plansOf(
  { db }: TestServer,
  fleetId: number,
  work: (tx: Transaction) => Promise<unknown>,
  { isForced = false, isAcross = false } = {},
): Promise<string[]> {
  const plans: string[] = []
  const run: Database['system'] = (of) => (isAcross ? db.system(of) : db.tenant(fleetId, of))
  await run(async (tx) => {
    if (isForced) {
      await tx.query(sql`set local enable_seqscan = off`)
      await tx.query(sql`set local enable_bitmapscan = off`)
    }
    const seen: Transaction = Object.assign(Object.create(tx), {
      query: async (query: Query) => {
        if (query.text.startsWith('set ')) return tx.query(query)
        const plan = await tx.query<{ 'QUERY PLAN': string }>({ ...query, text: `explain ${query.text}` })
        plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
        return tx.query(query)
      },
    })
    await work(seen)
  })
  return plans
}
