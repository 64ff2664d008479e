// Users and networks change the clock of a phone (docs/offline.md row 16).
import { expect, expectAllDelivered, openApp, saveOffline, test, untilSent } from './harness/fixtures.ts'

const DAY_MS = 86_400_000

for (const [direction, jumpMs] of [
  ['forward', DAY_MS],
  ['back', -DAY_MS],
] as const) {
  test(`sends everything, once and in its order, when the clock is set ${direction} by a day while it waits [16]`, async ({
    context,
    server,
  }) => {
    const page = await openApp(context, server, 'no-worker')
    server.set({ mix: { '503': 1 } })
    const before = await saveOffline(page, server, 4, { vehicle: 1 })
    // Each has a retry time by the old clock.
    await expect.poll(() => server.ledger.requests.length).toBeGreaterThan(2)
    await page.clock.setSystemTime(Date.now() + jumpMs)
    const after = await saveOffline(page, server, 4, { vehicle: 1 })
    server.set({ mix: {} })
    await untilSent(page, 40_000)
    const saved = [...before, ...after]
    expectAllDelivered(server, saved)
    expect(server.world.entityIds()).toEqual(saved.map(({ id }) => id))
    // The next one too, under a lease written by the old clock or the new one.
    await page.clock.setSystemTime(Date.now())
    const last = await page.evaluate(() => window.harness?.save({}))
    await untilSent(page)
    expectAllDelivered(server, [...saved, ...(last ? [last] : [])])
  })
}
