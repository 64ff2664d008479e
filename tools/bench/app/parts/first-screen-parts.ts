import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { approvalPages } from '#tools/bench/app/approval-page.ts'
import { firstLoads } from '#tools/bench/app/first-load.ts'
import { scriptSizes } from '#tools/bench/app/script-size.ts'
import type { Figure } from '#tools/bench/report/figure.ts'
import { median } from '#tools/bench/support/statistics.ts'
import { type Part, SLOW, timeFigure } from './part.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const KB = 1000
const LCP_GOAL_MS = 1800

/** Gzipped JavaScript. */
export const measureSize: Part = async (stage) => {
  const { signIn, all } = await scriptSizes(stage.url, join(ROOT, 'dist'))
  const size = (figure: string, bytes: number, atMost: number): Figure => ({
    figure,
    value: bytes / KB,
    unit: 'kB',
    goal: { atMost },
    samples: 1,
  })
  return [
    size('JavaScript on the sign-in screen, gzip', signIn, 160),
    size('JavaScript in total, gzip', all, 900),
  ]
}

/** First load of the sign-in screen on slow 4G, for every brand: each has its own font, colors and logo. */
export const measureFirstLoad: Part = async (stage, sampleShare) => {
  const brands = readdirSync(join(ROOT, 'brands'), { withFileTypes: true }).filter((one) => one.isDirectory())
  const times = Math.ceil(5 * sampleShare)
  const figures: Figure[] = []
  const [slowest, shifts]: [number[], number[]] = [[], []]
  for (const { name } of brands) {
    const at = { subdomain: name === 'wheelbook' ? '' : `${name}.`, slowDown: SLOW }
    // Warm-up: the server compresses each file at its first request.
    await firstLoads(stage.url, { ...at, times: 1 })
    const loads = await firstLoads(stage.url, { ...at, times })
    const lcp = loads.map(({ lcpMs }) => lcpMs)
    slowest.push(median(lcp))
    shifts.push(...loads.map(({ cls }) => cls))
    figures.push(timeFigure(`sign-in, first load on slow 4G, LCP median, ${name}`, lcp, 0.5, LCP_GOAL_MS))
  }
  return [
    ...figures,
    {
      ...timeFigure('sign-in, first load on slow 4G, LCP median, slowest brand', slowest, 1, LCP_GOAL_MS),
      samples: times,
    },
    {
      figure: 'sign-in, first load on slow 4G, CLS, largest of all brands',
      value: Math.max(...shifts),
      unit: '',
      goal: { atMost: 0.02 },
      samples: shifts.length,
    },
  ]
}

/** Time from the link in an email to a responsive button. */
export const measureApprovalPage: Part = async (stage, sampleShare) => {
  const run = {
    orderId: stage.waitingOrderId,
    times: Math.max(3, Math.ceil(7 * sampleShare)),
    slowDown: SLOW,
  }
  const times = await approvalPages(stage.url, stage.small, run)
  return [timeFigure('approval page interactive on slow 4G, median', times, 0.5, 2000)]
}
