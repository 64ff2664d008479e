import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { SENT_PART_BYTES } from '#domain/core/limits.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { createFaultServer, type FaultServer } from '#tests/offline/fault-server.ts'
import { buildHarness } from '#tests/offline/harness/build.ts'
import type { SaveResult } from '#tests/offline/harness/page.ts'
import { openSlowConnection, type SlowConnection } from '#tests/support/slow-connection.ts'
import { freshProfile } from '#tools/bench/outbox/chromium-profile.ts'
import type { Report } from '#tools/bench/report/report.ts'

const SIZE = 4_999_000
const BREAKS = 5
const KB = 1024

/**
 * Measures the upload of a 5 MB photo over a poor connection from a real Chromium: its share of the bandwidth, and the
 * bytes sent again when the connection breaks five times. 1 Mbit/s and 80 ms; `--quick`: 8 Mbit/s. `--seed 1` places
 * the breaks.
 */
export async function uploadBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
  })
  const mbits = values.quick ? 8 : 1
  const profile = freshProfile()
  const { context, kill } = await profile.launch()
  try {
    const pages = await buildHarness()
    const measure = async (breaks: readonly number[]) => {
      const server = await createFaultServer({ pages })
      const line = await openSlowConnection(server.origin, { bitsPerSecond: mbits * 1e6, roundTripMs: 80 })
      const page = await context.newPage()
      try {
        await page.goto(`${line.origin}/?no-worker`)
        await page.waitForFunction(() => window.harness !== undefined)
        return await sendPhoto(page, server, line, breaks)
      } finally {
        await page.close()
        await line.close()
        await server.close()
      }
    }
    const sound = await measure([])
    const share = (SIZE * 8) / (sound.seconds * mbits * 1e6)
    const sending = `5 MB at ${mbits} Mbit/s`
    report({
      figure: `${sending}, share of the connection`,
      value: share * 100,
      unit: '%',
      goal: { atLeast: 90 },
    })
    report({ figure: sending, value: sound.seconds, unit: 's', goal: null })
    const random = seededRandom(`upload/${values.seed}`)
    // All breaks happen before the upload can finish: their sum is less than the file's size.
    const broken = await measure(Array.from({ length: BREAKS }, () => 50_000 + random() * 900_000))
    const again = (broken.sent - SIZE) / BREAKS / KB
    report({
      figure: `${sending}, interrupted ${BREAKS} times: sent again per interruption`,
      value: again,
      unit: 'KB',
      goal: { atMost: SENT_PART_BYTES / KB },
    })
    report({
      figure: `${sending}, interrupted ${BREAKS} times`,
      value: broken.seconds,
      unit: 's',
      goal: null,
    })
  } finally {
    await kill()
    profile.remove()
  }
}

/**
 * Sends one entry with a photo over a connection that breaks after each number of bytes. @throws when it arrives
 * incomplete
 */
async function sendPhoto(page: Page, server: FaultServer, line: SlowConnection, breaks: readonly number[]) {
  const saved = await page.evaluate((size) => window.harness?.save({ fileSizes: [size] }), SIZE)
  const [file] = (saved as SaveResult).files
  const stored = () => server.world.file(file?.id ?? '')
  await until(() => server.world.effects() === 1)
  const [begun, before] = [performance.now(), line.up()]
  for (const [nth, bytes] of breaks.entries()) {
    line.cutAfter(bytes)
    await until(() => line.cuts() > nth)
    // Does what the browser's online event would do.
    await page.evaluate(() => window.harness?.sendNow())
  }
  await until(() => stored()?.state === 'stored')
  const seconds = (performance.now() - begun) / 1000
  if (stored()?.sha256 !== file?.sha256) throw new Error('Another file arrived than was sent.')
  return { seconds, sent: line.up() - before }
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 180_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('The file does not get through.')
    await sleep(5)
  }
}
