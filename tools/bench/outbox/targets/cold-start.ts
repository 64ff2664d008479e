import { join } from 'node:path'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { coldStarts } from '#tools/bench/app/cold-start.ts'
import { newDevice, signIn } from '#tools/bench/app/device.ts'
import { multiplyEntries } from '#tools/bench/app/many-entries.ts'
import { makeStage } from '#tools/bench/app/stage.ts'
import { enterHistories } from '#tools/bench/app/waiting-entries.ts'
import type { Figure } from '#tools/bench/report/figure.ts'
import { percentile } from '#tools/bench/support/statistics.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const FEW = 200
const MANY = 10_000
const TIMES = 5

/** Measures the built app opened offline on the list of vehicles, with few and with very many entries waiting. */
export async function coldStartTargets(): Promise<Figure[]> {
  if (await isBuildStale(ROOT)) await buildDist(ROOT)
  const stage = await makeStage()
  const device = await newDevice('phone')
  try {
    const app = await device.open()
    await signIn(app, stage.url, stage.usual)
    await app.context.setOffline(true)
    await enterHistories(app.page, stage.usual, { count: FEW, fileBytes: 0 })
    await app.close()
    await stage.stopServer()
    const start = async (slowDown: number) =>
      percentile(await coldStarts(device, stage.url, { times: TIMES, slowDown }), 0.75)
    const few = { fast: await start(1), slow: await start(4) }
    const again = await device.open({ isOffline: true })
    await again.page.goto(`${stage.url}/vehicles`)
    await again.page.waitForTimeout(2000)
    const waiting = await multiplyEntries(again.page, stage.usual, MANY)
    if (waiting !== MANY) throw new Error(`${waiting} entries wait, not ${MANY}`)
    await again.close()
    const many = { fast: await start(1), slow: await start(4) }
    const figureOf = (figure: string, value: number, goal: number | null): Figure => ({
      figure: `offline cold start p75, ${figure}`,
      value,
      unit: 'ms',
      goal: goal === null ? null : { atMost: goal },
      note: 'the built app',
    })
    return [
      figureOf('200 waiting', few.fast, 1000),
      figureOf('200 waiting, 4× slower', few.slow, 2000),
      figureOf('10,000 waiting', many.fast, null),
      figureOf('10,000 waiting against 200', many.fast - few.fast, 500),
      figureOf('10,000 waiting against 200, 4× slower', many.slow - few.slow, null),
    ]
  } finally {
    await stage.stopServer()
    await device.remove()
    await stage.remove()
  }
}
