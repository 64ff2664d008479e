import { afterEach, describe, expect, it } from 'vitest'
import type { GroupEntry, Outbox } from '#src/offline/model/api/outbox-api.ts'
import { aHistory, aPdf, aPhone, drain, type OpenedPage, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const SIZE = 4
const opened: OpenedPage[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

/** Entries with a file each that the server refused because vehicle 5 is gone. */
async function aRefusedGroup() {
  const phone = aPhone()
  const server = inProcessServer(() => 'ok')
  server.goneVehicles.add(5)
  const open = async () => {
    const page = await openPage(phone, { transport: server.transport, fetch: server.fetch })
    opened.push(page)
    return page
  }
  const page = await open()
  for (let i = 0; i < SIZE; i++)
    await page.outbox.enqueue(aHistory({ odometer: 48_000 + i }, [aPdf(`${i}.pdf`, 2_000, i)]))
  page.outbox.start()
  await drain(page.outbox)
  await expect.poll(async () => (await page.outbox.status.current()).needsYou).toBe(SIZE)
  return { ...page, server, open, lines: await linesOf(page.outbox) }
}

const linesOf = async (outbox: Outbox): Promise<GroupEntry[]> =>
  (await outbox.entries.current()).map(({ opId }) => ({ opId, fileOpIds: [] }))

const vehiclesOf = async (outbox: Outbox) =>
  (await outbox.entries.current()).map(({ vehicleId }) => vehicleId)

describe('actions on all entries of a group', () => {
  it('retry sends each entry once with its file, in order, even when two tabs do it at once', async () => {
    const { outbox, server, open, lines } = await aRefusedGroup()
    const other = await open()
    server.goneVehicles.delete(5)
    await Promise.all([outbox.retryGroup(lines), other.outbox.retryGroup(lines)])
    await drain(outbox)
    expect(await outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
    expect(server.world.effects()).toBe(SIZE)
    expect(server.world.entityIds().map((id) => server.world.row(id)?.fields.odometer)).toEqual(
      Array.from({ length: SIZE }, (_, i) => String(48_000 + i)),
    )
  })

  it('move takes all of them with their files, once, even when two tabs choose different vehicles', async () => {
    const { outbox, server, open, lines } = await aRefusedGroup()
    const other = await open()
    const moved = await Promise.all([outbox.moveGroup(lines, 6), other.outbox.moveGroup(lines, 7)])
    expect([...moved].sort()).toEqual([0, SIZE])
    await drain(outbox)
    expect(await outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
    expect(server.world.effects()).toBe(SIZE)
    const rows = server.world.entityIds().map((id) => server.world.row(id))
    expect(new Set(rows.map((row) => row?.fields.vehicle_id)).size).toBe(1)
    expect(rows.map((row) => row?.files.map(({ state }) => state))).toEqual(Array(SIZE).fill(['stored']))
  })

  it.each([0, 1, 5, 20])('a kill %i ms into a move leaves all entries moved or none', async (afterMs) => {
    const { outbox, open, lines, close } = await aRefusedGroup()
    await outbox.stop()
    const moving = outbox.moveGroup(lines, 6).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    close()
    await moving
    const next = await open()
    const vehicles = await vehiclesOf(next.outbox)
    expect(vehicles).toHaveLength(SIZE)
    expect(new Set(vehicles).size).toBe(1)
    expect(await next.store.db.files.count()).toBe(SIZE)
  })

  it('a discard takes all or nothing when the page is killed in between', async () => {
    const { outbox, open, lines, close } = await aRefusedGroup()
    await outbox.stop()
    const discarding = outbox.discardGroup(lines).catch(() => {})
    close()
    await discarding
    const next = await open()
    const { entries, files } = await next.outbox.unsentCount()
    expect([0, SIZE]).toContain(entries)
    expect(files).toBe(entries)
  })

  it('a discard is undone as a whole, with files and counts, and each entry still arrives once', async () => {
    const { outbox, server, lines } = await aRefusedGroup()
    const before = await outbox.entries.current()
    const { removed: held, undo } = await outbox.discardGroup(lines)
    expect(held).toEqual({ entries: SIZE, files: SIZE })
    expect(await outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
    await undo?.()
    await undo?.()
    expect(await outbox.entries.current()).toEqual(before)
    expect((await outbox.status.current()).needsYou).toBe(SIZE)
    server.goneVehicles.delete(5)
    await outbox.retryGroup(lines)
    await drain(outbox)
    expect(server.world.effects()).toBe(SIZE)
  })

  it('a discard skips entries that another tab queued again in the meantime', async () => {
    const { outbox, server, open, lines } = await aRefusedGroup()
    const other = await open()
    server.goneVehicles.delete(5)
    await other.outbox.retryGroup(lines.slice(0, 2))
    expect((await outbox.discardGroup(lines)).removed).toEqual({ entries: SIZE - 2, files: SIZE - 2 })
    await drain(outbox)
    expect(server.world.effects()).toBe(2)
  })

  it('a discard of an unreadable row takes the row and is undone with it', async () => {
    const { outbox, store } = await openPage(aPhone())
    await store.db.ops.put({ id: 'broken', kind: 'history.create' } as never)
    const lines = [{ opId: 'broken', fileOpIds: [] }]
    const { removed: held, undo } = await outbox.discardGroup(lines)
    expect(held).toEqual({ entries: 1, files: 0 })
    await undo?.()
    expect((await outbox.entries.current()).map(({ kind }) => kind)).toEqual(['unknown'])
    outbox.close()
  })
})
