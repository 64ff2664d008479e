import { describe, expect, it } from 'vitest'
import { aHistory, aPdf, aPhone, drain, openApp, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'
import { simulatedClock } from './simulated-clock.ts'

async function refusedEntries() {
  const phone = aPhone()
  const server = inProcessServer(() => 'ok')
  server.goneVehicles.add(5)
  const parts = { transport: server.transport, fetch: server.fetch }
  const opened = await openPage(phone, parts)
  for (let i = 0; i < 3; i++) await opened.outbox.enqueue(aHistory({ odometer: 48_000 + i }, [aPdf()]))
  opened.outbox.start()
  await expect.poll(async () => (await opened.outbox.status.current()).needsYou).toBe(3)
  return { ...opened, phone, parts, server }
}

describe('entries of a vehicle that was removed (row 24)', () => {
  it('are sent automatically, once each with their files, when the vehicle is back in the list', async () => {
    const { outbox, server } = await refusedEntries()
    await outbox.updateVisibleVehicles(new Set([9]))
    expect((await outbox.status.current()).needsYou).toBe(3)
    server.goneVehicles.delete(5)
    // Two tabs detect it at once.
    await Promise.all([
      outbox.updateVisibleVehicles(new Set([5, 9])),
      outbox.updateVisibleVehicles(new Set([5, 9])),
    ])
    await drain(outbox)
    expect(await outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
    expect(server.world.effects()).toBe(3)
    outbox.close()
  })

  it('make the phone refresh soon, so that it records the missing vehicle', async () => {
    const server = inProcessServer(() => 'ok')
    server.goneVehicles.add(5)
    let pulls = 0
    const fetchFn: typeof fetch = (input, init) => {
      if (String(input).includes('/sync?')) pulls++
      return server.fetch(input, init)
    }
    const app = await openApp(aPhone(), { transport: server.transport, fetch: fetchFn })
    app.start()
    await expect.poll(() => pulls).toBeGreaterThan(0)
    await app.outbox.enqueue(aHistory())
    await expect.poll(async () => (await app.outbox.status.current()).needsYou).toBe(1)
    const before = pulls
    await expect.poll(() => pulls, { timeout: 4000 }).toBeGreaterThan(before)
    app.close()
  })

  it('do not make the phone refresh twice at the next start', async () => {
    const { outbox, phone, parts } = await refusedEntries()
    outbox.close()
    let pulls = 0
    const fetchFn: typeof fetch = (input, init) => {
      if (String(input).includes('/sync?')) pulls++
      return parts.fetch(input, init)
    }
    const clock = simulatedClock(Date.now())
    const app = await openApp(phone, { ...parts, fetch: fetchFn, clock })
    app.start()
    await expect.poll(() => app.lastRefresh.value()).toBe('fresh')
    const before = pulls
    // Enough for the rejections to be read.
    await new Promise((resolve) => setTimeout(resolve, 200))
    clock.advance(3_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(pulls).toBe(before)
    app.close()
  })

  it('are sent after a restart too, and a rejection with the vehicle in the list is never repeated', async () => {
    const { outbox, phone, parts, server } = await refusedEntries()
    // The list still has the vehicle: this does not indicate its return.
    await outbox.updateVisibleVehicles(new Set([5]))
    expect((await outbox.status.current()).needsYou).toBe(3)
    await outbox.updateVisibleVehicles(new Set())
    outbox.close()
    const again = await openPage(phone, parts)
    again.outbox.start()
    const tried = server.keys.length
    await again.outbox.updateVisibleVehicles(new Set([5]))
    // Refused again: once more each, and then the user must decide.
    await expect.poll(() => server.keys.length).toBe(tried + 3)
    await expect.poll(async () => (await again.outbox.status.current()).needsYou).toBe(3)
    await again.outbox.updateVisibleVehicles(new Set([5]))
    expect((await again.outbox.status.current()).needsYou).toBe(3)
    expect(server.keys.length).toBe(tried + 3)
    again.outbox.close()
  })
})
