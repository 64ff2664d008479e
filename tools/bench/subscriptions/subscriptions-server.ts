// A server of the benchmark that may be killed at any moment. It charges subscriptions by the clock that messages set.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { loadBrands } from '#server/brands/brands.ts'
import { openFiles } from '#server/composition/file-stores.ts'
import { composeServices } from '#server/composition/services.ts'
import { readConfig } from '#server/config/read-config.ts'
import { openDatabase } from '#server/db/database.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { SandboxFault } from '#server/integrations/card-gateway/local-ledger.ts'
import { noJobs } from '#server/jobs/jobs.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/payment-timings.ts'

const [databaseUrl = '', dataFolder = '', faultShare = '0', firstClock = ''] = process.argv.slice(2)
let clock = new Date(firstClock)
/** The current moment of the benchmark; reported back once it is processed. */
let moment = firstClock
process.on('message', (message: { moment: string; clock: string }) => {
  moment = message.moment
  clock = new Date(message.clock)
})

/** Injects a connection failure in half of the cases, and otherwise a decline. */
const fault: SandboxFault = (operation, key) => {
  if (key.endsWith(' bank')) return Math.random() < Number(faultShare) / 4 ? 'decline' : null
  if (operation === 'find') return null
  const dice = Math.random() / (Number(faultShare) / 4)
  if (dice < 1) return 'lost_answer'
  if (dice < 2) return 'server_error'
  return dice < 3 ? 'duplicate' : null
}

const db = openDatabase(databaseUrl, { max: 12 })
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder })
const { subscriptions, payments } = composeServices({
  config,
  db,
  brands: loadBrands(),
  jobs: noJobs,
  log: pino({ level: 'silent' }),
  files: await openFiles(config),
  now: () => clock,
  cards: sandboxGateway(db, fault),
  paymentTimings: {
    ...PAYMENT_TIMINGS,
    claimSeconds: 3,
    searchSeconds: 4,
    searchEverySeconds: 0.5,
    captureWaits: [0.5, 0.5, 1, 2],
    captureEverySeconds: 2,
  },
})

async function again(work: () => Promise<number>): Promise<void> {
  for (;;) {
    const worked = await work().catch(() => 0)
    if (worked === 0) await sleep(50)
  }
}

process.on('disconnect', () => process.exit())
process.send?.('ready')
async function charge(): Promise<number> {
  const at = moment
  const moved = await subscriptions.runDue()
  process.send?.(at)
  return moved
}
await Promise.all([again(charge), again(payments.reconcile)])
