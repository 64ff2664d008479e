import { argv, exit } from 'node:process'
import { endOnSignals } from '#tests/support/end-on-signals.ts'

/** A benchmark: takes the arguments after its name, returns the exit code. */
type Bench = (args: string[]) => Promise<number>

const BENCHES: Record<string, () => Promise<Bench>> = {
  api: async () => (await import('./api/api-bench.ts')).apiBench,
  app: async () => (await import('./app/app-bench.ts')).appBench,
  latency: async () => (await import('./latency/latency-bench.ts')).latencyBench,
  bulk: async () => (await import('./bulk/bulk-bench.ts')).bulkBench,
  due: async () => (await import('./due/due-bench.ts')).dueBench,
  lists: async () => (await import('./lists/lists-bench.ts')).listsBench,
  outbox: async () => (await import('./outbox/outbox-bench.ts')).outboxBench,
  'outbox-mutants': async () => (await import('./outbox/mutants-bench.ts')).outboxMutants,
  'outbox-targets': async () => (await import('./outbox/targets-bench.ts')).outboxTargets,
  vin: async () => (await import('./vin/vin-bench.ts')).vinBench,
  payments: async () => (await import('./payments/payments-bench.ts')).paymentsBench,
  reminders: async () => (await import('./reminders/reminders-bench.ts')).remindersBench,
  subscriptions: async () => (await import('./subscriptions/subscriptions-bench.ts')).subscriptionsBench,
  transfer: async () => (await import('./transfer/transfer-bench.ts')).transferBench,
  upload: async () => (await import('./upload/upload-bench.ts')).uploadBench,
}

const [name = '', ...args] = argv.slice(2)
const load = BENCHES[name]
if (load) {
  endOnSignals()
  const bench = await load()
  exit(await bench(args))
}
console.error(`npm run bench -- <name>; there is: ${Object.keys(BENCHES).join(', ')}`)
exit(2)
