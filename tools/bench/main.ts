import { argv, exit } from 'node:process'
import { endOnSignals } from '#tests/support/end-on-signals.ts'
import { writeBenchmarksPage } from './report/benchmarks-page.ts'
import { writeCapacityPage } from './report/capacity-page.ts'
import { type Report, runAndReport } from './report/report.ts'
import { UsageError } from './usage-error.ts'

/** A benchmark: takes the arguments after its name, and reports its figures. */
type Bench = (args: string[], report: Report) => Promise<void>

const BENCHES: Record<string, () => Promise<Bench>> = {
  api: async () => (await import('./api/api-bench.ts')).apiBench,
  app: async () => (await import('./app/app-bench.ts')).appBench,
  backup: async () => (await import('./backup/backup-bench.ts')).backupBench,
  latency: async () => (await import('./latency/latency-bench.ts')).latencyBench,
  bulk: async () => (await import('./bulk/bulk-bench.ts')).bulkBench,
  'bulk-actions': async () => (await import('./bulk-actions/bulk-actions-bench.ts')).bulkActionsBench,
  due: async () => (await import('./due/due-bench.ts')).dueBench,
  lists: async () => (await import('./lists/lists-bench.ts')).listsBench,
  load: async () => (await import('./load/load-bench.ts')).loadBench,
  memory: async () => (await import('./memory/memory-bench.ts')).memoryBench,
  neighbours: async () => (await import('./neighbours/neighbours-bench.ts')).neighboursBench,
  outbox: async () => (await import('./outbox/outbox-bench.ts')).outboxBench,
  'outbox-mutants': async () => (await import('./outbox/mutants-bench.ts')).outboxMutants,
  'outbox-targets': async () => (await import('./outbox/targets-bench.ts')).outboxTargets,
  vin: async () => (await import('./vin/vin-bench.ts')).vinBench,
  payments: async () => (await import('./payments/payments-bench.ts')).paymentsBench,
  reminders: async () => (await import('./reminders/reminders-bench.ts')).remindersBench,
  reports: async () => (await import('./reports/reports-bench.ts')).reportsBench,
  subscriptions: async () => (await import('./subscriptions/subscriptions-bench.ts')).subscriptionsBench,
  tests: async () => (await import('./tests/tests-bench.ts')).testsBench,
  transfer: async () => (await import('./transfer/transfer-bench.ts')).transferBench,
  upload: async () => (await import('./upload/upload-bench.ts')).uploadBench,
}

const USAGE = `npm run bench -- <name> [--no-record]; there is: ${Object.keys(BENCHES).join(', ')}
npm run bench -- --report writes docs/benchmarks.md and docs/operate/capacity.md from the stored results.
A run stores its results in docs/benchmarks/, unless it has --quick or --no-record. Exit code 1: a goal was missed.`

const [name = '', ...args] = argv.slice(2)
const load = BENCHES[name]
if (name === '--report') {
  writeBenchmarksPage()
  writeCapacityPage()
  exit(0)
}
if (!load) {
  console.error(USAGE)
  exit(2)
}
endOnSignals()
const bench = await load()
const own = args.filter((arg) => arg !== '--no-record')
const isStored = own.length === args.length && !own.includes('--quick')
try {
  exit((await runAndReport(name, { args: own, isStored }, (report) => bench(own, report))) ? 0 : 1)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  exit(2)
}
