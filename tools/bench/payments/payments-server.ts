import { randomUUID } from 'node:crypto'
// A server of the benchmark that may be killed at any moment. It approves, completes and refunds orders, reconciles,
// and writes settlement files.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { Actor } from '#server/actor.ts'
import { loadBrands } from '#server/brands/brands.ts'
import { openFiles } from '#server/composition/file-stores.ts'
import { composeServices } from '#server/composition/services.ts'
import { readConfig } from '#server/config/read-config.ts'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { runWrite } from '#server/http/calls/run-write.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { SandboxFault } from '#server/integrations/card-gateway/local-ledger.ts'
import { localBilling } from '#server/integrations/fuel-card-billing/local.ts'
import { noJobs } from '#server/jobs/jobs.ts'
import {
  advanceRecorded,
  refundOrder,
} from '#server/modules/money/payments/manual-review/manual-review.service.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/payment-timings.ts'
import { submitDueSettlements } from '#server/modules/money/settlements/settlements.service.ts'
import { approveOrder } from '#server/modules/orders/orders/lifecycle/approve-order.service.ts'
import { completeAsShop } from '#server/modules/orders/shop-links/shop-actions.service.ts'

interface Waiting {
  id: number
  fleet_id: number
  status: 'awaiting_approval' | 'approved'
  user_id: number
  method_id: number | null
  provider: 'Braintree' | 'WEX' | 'Fleetcor'
}

const [databaseUrl = '', dataFolder = '', faultShare = '0', startedAt = '0'] = process.argv.slice(2)
/** Injects three kinds of connection failures, and declines by the bank. */
const fault: SandboxFault = (_operation, key) => {
  if (key.endsWith(' bank')) return Math.random() < Number(faultShare) / 4 ? 'decline' : null
  const dice = Math.random() / (Number(faultShare) / 4)
  if (dice < 1) return 'lost_answer'
  if (dice < 2) return 'server_error'
  return dice < 3 ? 'duplicate' : null
}

const db = openDatabase(databaseUrl, { max: 12 })
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder })
const files = await openFiles(config)
const services = composeServices({
  config,
  db,
  brands: loadBrands(),
  jobs: noJobs,
  log: pino({ level: 'silent' }),
  files,
  cards: sandboxGateway(db, fault),
  paymentTimings: {
    ...PAYMENT_TIMINGS,
    claimSeconds: 3,
    searchSeconds: 6,
    searchEverySeconds: 0.5,
    captureWaits: [0.5, 0.5, 1, 2],
    captureEverySeconds: 2,
  },
})

/** A day of the settlement files passes every few seconds. */
const DAY_MS = 86_400_000
const REAL_MS_PER_DAY = 4000
const submitSettlements = () =>
  submitDueSettlements({
    db,
    ports: { ...services.ports, billing: localBilling(files) },
    clock: () => new Date(Date.now() + DAY_MS * (1 + (Date.now() - Number(startedAt)) / REAL_MS_PER_DAY)),
  })

async function move({
  id,
  fleet_id: fleetId,
  status,
  user_id: userId,
  method_id,
  provider,
}: Waiting): Promise<void> {
  if (status === 'approved') {
    await db.tenant(fleetId, (tx) =>
      completeAsShop({ tx, clock: services.now, shop: { fleet: { id: fleetId }, orderId: id } }, {}),
    )
    return
  }
  const useCase = { db, clock: services.now, ports: services.ports, actor: { ...actorOf(fleetId), userId } }
  const input = { id, status: 'approved' as const, payment_provider: provider }
  const choice = provider === 'Braintree' ? { ...input, payment_method_id: method_id ?? 0 } : input
  const request = { ifMatch: null, requestKey: randomUUID() }
  const run = () => db.tenant(fleetId, (tx) => approveOrder({ ...useCase, tx }, choice, request))
  await runWrite(
    run,
    () => true,
    async () => {},
  )
}

/** One after another, so that the two servers often process the same order. */
async function approveAndComplete(): Promise<void> {
  for (;;) {
    const waiting = await db
      .query<Waiting>(sql`
        select o.id, o.fleet_id, o.status, u.id as user_id, m.id as method_id, f.payment_providers[1] as provider
        from shop_orders o join fleets f on f.id = o.fleet_id
          join users u on u.fleet_id = o.fleet_id left join payment_methods m on m.fleet_id = o.fleet_id
        where o.status in ('awaiting_approval', 'approved') order by random() limit 10`)
      .catch(() => [])
    for (const order of waiting) await move(order).catch(() => {})
    if (waiting.length === 0) await sleep(100)
  }
}

/** Refunds one order in twenty, in two parts. */
async function refund(): Promise<void> {
  for (;;) {
    const waiting = await db
      .query<{ id: number; fleet_id: number; amount: string }>(sql`
        select o.id, o.fleet_id, case when p.refunded_amount = 0 then round(p.capture_amount * 0.4, 2)
            else p.capture_amount - p.refunded_amount end as amount
        from shop_orders o join payments p on p.order_id = o.id and p.status = 'captured'
        where o.id % 20 = 0 and not exists (
          select from payment_refunds r where r.payment_id = p.id and r.status = 'requested') limit 5`)
      .catch(() => [])
    for (const { id, fleet_id: fleetId, amount } of waiting) {
      await db
        .tenant(fleetId, (tx) =>
          refundOrder({ tx, actor: actorOf(fleetId) }, { id, amount, reason: 'Bench' }),
        )
        .then(({ body }) =>
          advanceRecorded({ db, clock: services.now, ports: services.ports }, fleetId, body),
        )
        .catch(() => {})
    }
    await sleep(300)
  }
}
const actorOf = (fleetId: number): Actor => ({
  userId: fleetId,
  roles: ['Owner'],
  language: 'en',
  fleet: { id: fleetId, country: 'US', unit: 'mi', timeZone: 'America/New_York', affiliationId: null },
})

async function settle(): Promise<void> {
  for (;;) {
    await submitSettlements().catch(() => 0)
    await sleep(500)
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
await Promise.all([...Array.from({ length: 4 }, approveAndComplete), refund(), settle(), reconcile()])
