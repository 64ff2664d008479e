import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { formatCalibration } from '#tools/bench/report/calibration.ts'
import { calibrated } from '#tools/bench/report/fixed-work.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { UsageError } from '#tools/bench/usage-error.ts'
import { measureEnqueue, measureRoutes, measureStart } from './parts/device-parts.ts'
import { measureApprovalPage, measureFirstLoad, measureSize } from './parts/first-screen-parts.ts'
import { measureLighthouse } from './parts/lighthouse-part.ts'
import { measureFind, measureFleet, measureList, measureTyping } from './parts/list-parts.ts'
import type { Part } from './parts/part.ts'
import { makeStage } from './stage.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** In this order. The last one stops the server. */
const PARTS: Record<string, Part> = {
  size: measureSize,
  load: measureFirstLoad,
  approval: measureApprovalPage,
  lighthouse: measureLighthouse,
  list: measureList,
  typing: measureTyping,
  fleet: measureFleet,
  find: measureFind,
  routes: measureRoutes,
  enqueue: measureEnqueue,
  start: measureStart,
}
/** Parts that need the fleet of 50,000 vehicles. */
const OF_HUGE = ['list', 'fleet', 'find']

/**
 * Measures the built app in Chromium, slowed down four times unless a figure says otherwise: offline start, saving an
 * entry, route changes, long lists, the search over everything, the size of the JavaScript, the first load of the sign-in screen, and Lighthouse
 * scores. The reference is a page with only an x-data-grid (`plain-grid/`). `--quick` takes fewer samples;
 * `--only size,load,approval,lighthouse,list,typing,fleet,find,routes,enqueue,start`.
 */
export async function appBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  })
  const names = Object.keys(PARTS)
  const wanted = values.only?.split(',') ?? names
  if (!wanted.every((name) => names.includes(name)))
    throw new UsageError(`npm run bench -- app [--quick] [--only ${names.join(',')}]`)
  if (await isBuildStale(ROOT)) await buildDist(ROOT)

  const stage = await makeStage({
    hasHuge: OF_HUGE.some((name) => wanted.includes(name)),
    hasOthers: wanted.some((name) => name !== 'find'),
  })
  const failed: string[] = []
  try {
    for (const [name, part] of Object.entries(PARTS)) {
      if (!wanted.includes(name)) continue
      try {
        const { result, calibration } = await calibrated(() => part(stage, values.quick ? 0.3 : 1))
        for (const figure of result) report(figure, { calibration })
        console.error(`  ${name}: calibration ${formatCalibration(calibration)}`)
      } catch (error) {
        // The other parts are still worth measuring.
        console.error(`  ${name} failed:`, error)
        failed.push(name)
      }
    }
  } finally {
    await stage.stopServer()
    await stage.remove()
  }
  if (failed.length > 0) throw new Error(`These parts failed: ${failed.join(', ')}`)
}
