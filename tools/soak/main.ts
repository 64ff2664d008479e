// npm run soak: 10,000 entries under mixed faults and 500 kills. -- --entries n --kills n --devices n --seed n
import { parseArgs } from 'node:util'
import { endOnSignals } from '#tests/support/end-on-signals.ts'
import { environmentLine } from '#tools/bench/environment.ts'
import { faultsOf, soak } from './soak.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '500' },
    devices: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
})
const { entries, kills, devices, seed } = values
endOnSignals()
console.info(environmentLine())
const report = await soak({
  entries: Number(entries),
  kills: Number(kills),
  devices: Number(devices),
  seed: Number(seed),
  print: (line) => console.info(line),
})
const wrong = faultsOf(report)
console.info(JSON.stringify({ bench: 'soak', ...report }))
for (const line of wrong) console.error(line)
console.info(
  `${report.entries} entries (${report.twins} under the id of another one), ${report.edits} edits and ${report.files} files in ${report.seconds} s, ` +
    `${Object.values(report.kills).reduce((a, b) => a + b, 0)} kills ${JSON.stringify(report.kills)}, ` +
    `${report.calls} calls, faults ${JSON.stringify(report.faults)}: ` +
    `lost ${report.lost.length}, overwritten ${report.overwritten.length}, doubled ${report.doubled.length}, needs the user ${report.needsYou.length}, still on a device ${report.stranded}, ` +
    `${report.audits} audits of ${report.looks} entries. ` +
    `With none lost, the true share lost is below ${((3 / Math.max(1, report.entries)) * 100).toFixed(2)} % (95 %).`,
)
process.exitCode = wrong.length > 0 ? 1 : 0
