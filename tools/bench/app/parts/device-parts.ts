import { coldStarts } from '#tools/bench/app/cold-start.ts'
import { newDevice, signIn } from '#tools/bench/app/device.ts'
import { changeRoute, ROUTES } from '#tools/bench/app/route-changes.ts'
import { enterHistories } from '#tools/bench/app/waiting-entries.ts'
import { percentile } from '#tools/bench/support/statistics.ts'
import { type Part, SLOW, timeFigure, withApp } from './part.ts'

const WAITING = 200
const ROUTE_GOAL_MS = 120

/** Time from a URL change to its content, from cached data, offline. */
export const measureRoutes: Part = (stage, sampleShare) =>
  withApp(stage, 'phone', stage.usual, async ({ page }) => {
    const [vehicleId = 0] = stage.usual.vehicleIds
    const samples = Math.ceil(20 * sampleShare)
    const slowest: number[] = []
    const figures = []
    for (const route of ROUTES) {
      const times = await changeRoute(page, route, { times: samples, vehicleId })
      slowest.push(percentile(times, 0.95))
      figures.push(timeFigure(`route change to content p95, ${route.name}`, times, 0.95, ROUTE_GOAL_MS))
    }
    const all = timeFigure('route change to content p95, slowest of the ten', slowest, 1, ROUTE_GOAL_MS)
    return [...figures, { ...all, samples }]
  })

/** Time until an entry is stored durably. */
export const measureEnqueue: Part = (stage, sampleShare) =>
  withApp(stage, 'phone', stage.big, async ({ page }) => {
    const small = await enterHistories(page, stage.big, { count: Math.ceil(100 * sampleShare), fileBytes: 0 })
    const large = await enterHistories(page, stage.big, {
      count: Math.ceil(20 * sampleShare),
      fileBytes: 4_990_000,
    })
    return [
      timeFigure('entry of 1 KB saved, p95', small, 0.95, 200),
      timeFigure('entry with a file of 5 MB saved, p95', large, 0.95, 1500),
    ]
  })

/** Offline start of the closed app. Runs last, because it stops the server. */
export const measureStart: Part = async (stage, sampleShare) => {
  const device = await newDevice('phone')
  try {
    const app = await device.open()
    await signIn(app, stage.url, stage.usual)
    await app.context.setOffline(true)
    await enterHistories(app.page, stage.usual, { count: WAITING, fileBytes: 0 })
    await app.close()
    await stage.stopServer()
    const times = Math.ceil(10 * sampleShare)
    const slow = await coldStarts(device, stage.url, { times, slowDown: SLOW })
    const fast = await coldStarts(device, stage.url, { times, slowDown: 1 })
    return [
      timeFigure('offline cold start to the vehicle list, p75', slow, 0.75, 2000),
      timeFigure('offline cold start to the vehicle list, p75, not slowed', fast, 0.75, 1000),
    ]
  } finally {
    await device.remove()
  }
}
