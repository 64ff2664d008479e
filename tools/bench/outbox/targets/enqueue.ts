import { buildClient, type Client } from '#tools/bench/outbox/clients.ts'
import { VEHICLES } from '#tools/bench/outbox/entry.ts'
import { openStage } from '#tools/bench/outbox/stage.ts'
import type { Figure } from '#tools/bench/report/figure.ts'
import { percentile } from '#tools/bench/support/statistics.ts'

const FILE_BYTES = 4_990_000

/** Measures the time to 'Saved' offline, at full speed and with four times CPU throttling. */
export async function enqueueTargets(): Promise<Figure[]> {
  const client = await buildClient('wheelbook')
  const goals = [
    { slow: 1, small: 50, large: 400 },
    { slow: 4, small: 200, large: 1500 },
  ]
  const targets: Figure[] = []
  for (const { slow, small, large } of goals) {
    const times = await enqueueTimes(client, slow)
    const figureOf = (what: string, values: number[], goal: number): Figure => ({
      figure: `${what} kept p95${slow > 1 ? `, ${slow}× slower` : ''}`,
      value: percentile(values, 0.95),
      unit: 'ms',
      goal: { atMost: goal },
    })
    targets.push(
      figureOf('entry of 1 KB', times.small, small),
      figureOf('entry with 5 MB', times.large, large),
    )
  }
  return targets
}

async function enqueueTimes(client: Client, slowDown: number) {
  const stage = await openStage({ client, seed: 1, dedup: true, hasLine: false })
  try {
    await stage.openTab()
    const page = stage.tabs[0]?.page
    if (!page) throw new Error('No tab')
    const session = await stage.chromium.context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    const times = async (from: number, to: number, fileBytes: number) => {
      const batch = { seed: 1, from, to, fileBytes, vehicles: VEHICLES }
      const results = await page.evaluate((given) => window.bench?.enqueueAll(given), batch)
      return (results ?? []).map(({ ms, accepted }) => (accepted ? ms : Number.POSITIVE_INFINITY))
    }
    return { small: await times(0, 200, 0), large: await times(200, 220, FILE_BYTES) }
  } finally {
    await stage.close()
  }
}
