import { newDevice, type OpenApp, type Screen, signIn } from '#tools/bench/app/device.ts'
import type { Stage, StagedFleet } from '#tools/bench/app/stage.ts'
import type { Figure } from '#tools/bench/report/figure.ts'
import { percentile } from '#tools/bench/support/statistics.ts'

/** CPU slowdown that approximates a phone of 2019. */
export const SLOW = 4

/** A part of the benchmark. `sampleShare` is the share of the samples that it takes: 1, or less for a smoke run. */
export type Part = (stage: Stage, sampleShare: number) => Promise<Figure[]>

/** A percentile of times in ms. */
export const timeFigure = (
  figure: string,
  times: readonly number[],
  share: number,
  atMost: number | null,
): Figure => ({
  figure,
  value: percentile(times, share),
  unit: 'ms',
  goal: atMost === null ? null : { atMost },
  samples: times.length,
})

/** Opens the app's list on a synced device, offline and slowed down. */
export async function withApp<T>(
  stage: Stage,
  screen: Screen,
  fleet: StagedFleet,
  measure: (app: OpenApp) => Promise<T>,
): Promise<T> {
  const device = await newDevice(screen)
  const app = await device.open()
  try {
    await signIn(app, stage.url, fleet)
    await app.context.setOffline(true)
    await app.slowDown(SLOW)
    return await measure(app)
  } finally {
    await app.close()
    await device.remove()
  }
}
