// npm run fuzz: 40,000 seeded requests to every operation as every actor. -- --seed n --cases n --only operation --case
// n
import { parseArgs } from 'node:util'
import { endOnSignals } from '#tests/support/end-on-signals.ts'
import { startTestCluster } from '#tests/support/test-database.ts'
import { environmentLine } from '#tools/bench/environment.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '40000' },
    only: { type: 'string' },
    case: { type: 'string' },
  },
})
endOnSignals()
console.info(environmentLine())
const cluster = await startTestCluster()
try {
  const report = await fuzz({
    seed: Number(values.seed),
    cases: Number(values.cases),
    cluster,
    ...(values.only !== undefined && { only: values.only }),
    ...(values.case !== undefined && { number: Number(values.case) }),
    print: (line) => console.info(line),
  })
  const { findings, ...figures } = report
  console.info(JSON.stringify({ bench: 'fuzz', ...figures, findings: findings.length }))
  console.info(
    `${report.cases} cases (${report.requests} requests) of ${report.operations} operations with seed ${report.seed} in ` +
      `${report.seconds} s, ${report.pairs} pairs of operation and actor, slowest ${report.slowestMs} ms: ${findings.length} findings.`,
  )
  process.exitCode = findings.length > 0 ? 1 : 0
} finally {
  await cluster.stop()
}
