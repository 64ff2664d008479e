// A server of the bench, to be killed at any moment: it approves and completes whatever order waits, and reconciles.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { loadBrands } from '#server/brands/brands.ts'
import { readConfig } from '#server/config.ts'
import { compose, openFiles } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { SandboxFault } from '#server/integrations/card-gateway/local-ledger.ts'
import { noJobs } from '#server/jobs/jobs.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/payment-runner.ts'

interface Waiting {
  id: number
  fleet_id: number
  status: 'awaiting_approval' | 'approved'
  user_id: number
  method_id: number | null
}

const [databaseUrl = '', dataFolder = '', faultShare = '0'] = process.argv.slice(2)
/** Three faults of the line, and the bank that says no. */
const fault: SandboxFault = (_operation, key) => {
  if (key.endsWith(' bank')) return Math.random() < Number(faultShare) / 4 ? 'decline' : null
  const dice = Math.random() / (Number(faultShare) / 4)
  if (dice < 1) return 'lost_answer'
  if (dice < 2) return 'server_error'
  return dice < 3 ? 'duplicate' : null
}

const db = openDatabase(databaseUrl, { max: 12 })
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder })
const services = compose({
  ...{ config, db, brands: loadBrands(), jobs: noJobs, log: pino({ level: 'silent' }) },
  files: await openFiles(config),
  cards: sandboxGateway(db, fault),
  paymentTimings: {
    ...PAYMENT_TIMINGS,
    ...{
      claimSeconds: 3,
      searchSeconds: 6,
      searchEverySeconds: 0.5,
      captureWaits: [0.5, 0.5, 1, 2],
      captureEverySeconds: 2,
    },
  },
})

async function move({ id, fleet_id: fleetId, status, user_id: userId, method_id }: Waiting): Promise<void> {
  if (status === 'approved') {
    await db.tenant(fleetId, (tx) =>
      services.shopSide.complete(tx, { fleet: { id: fleetId }, orderId: id }, {}),
    )
    return
  }
  await services.payments.authorizeForApproval({
    ...{ fleetId, orderId: id, userId, requestKey: null, decision: { rev: null, rejected: [] } },
    choice:
      method_id === null ? { provider: 'WEX' } : { provider: 'Braintree', payment_method_id: method_id },
  })
}

/** One after the other, so that the two servers often want the same order. */
async function approveAndComplete(): Promise<void> {
  for (;;) {
    const waiting = await db
      .query<Waiting>(sql`
        select o.id, o.fleet_id, o.status, u.id as user_id, m.id as method_id from shop_orders o
          join users u on u.fleet_id = o.fleet_id left join payment_methods m on m.fleet_id = o.fleet_id
        where o.status in ('awaiting_approval', 'approved') order by random() limit 10`)
      .catch(() => [])
    for (const order of waiting) await move(order).catch(() => {})
    if (waiting.length === 0) await sleep(100)
  }
}

async function reconcile(): Promise<void> {
  for (;;) {
    const worked = await services.payments.reconcile().catch(() => 0)
    if (worked === 0) await sleep(100)
  }
}

process.on('disconnect', () => process.exit())
process.send?.('ready')
await Promise.all([...Array.from({ length: 4 }, approveAndComplete), reconcile()])
