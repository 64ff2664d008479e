import type { Database, Transaction } from '#server/db/database.ts'
import type { Query } from '#server/db/sql.ts'
import { sql } from '#server/db/sql.ts'
import type { TestServer } from './server.ts'

/**
 * Plans of all statements that some work runs for a fleet, as the database would run them.
 * @param isForced where the tables of a test are so small that reading them whole would be right: that is out of the question
 * @param isAcross past the policy of the fleet, as services read what is of more than one
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
        const plan = await tx.query<{ 'QUERY PLAN': string }>({ ...query, text: `explain ${query.text}` })
        plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
        return tx.query(query)
      },
    })
    await work(seen)
  })
  return plans
}
