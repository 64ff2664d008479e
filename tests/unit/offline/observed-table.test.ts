import { expect, it, vi } from 'vitest'
import { createObservedTable } from '#src/offline/snapshots/observed-table.ts'
import { cacheDb } from '#src/offline/storage/cache-db.ts'
import { aPhone } from './device.ts'

interface Row {
  id: number
  name: string
  driver_names: string[]
}
const aRow = (id: number, name = `Unit ${id}`): Row => ({ id, name, driver_names: ['A'] })

async function aTable(count: number) {
  const db = cacheDb({ tenantId: 3, userId: 7 }, aPhone())
  await db.table('vehicles').bulkPut(Array.from({ length: count }, (_, i) => aRow(i + 1)))
  const whole = createObservedTable(db.vehicles as never, (work) => Promise.resolve(work())) as ReturnType<
    typeof createObservedTable<Row>
  >
  const seen: Row[][] = []
  const leave = whole.subscribe((rows) => seen.push(rows))
  const latest = () => seen.at(-1) ?? []
  await vi.waitFor(() => expect(latest()).toHaveLength(count), 5000)
  return { db, table: db.table<Row, number>('vehicles'), whole, seen, latest, leave }
}

it('returns all rows of a large table in order of their ids, the same objects to every subscriber', async () => {
  const { whole, latest } = await aTable(2500)
  expect(latest().map(({ id }) => id)).toEqual(Array.from({ length: 2500 }, (_, i) => i + 1))
  let other: Row[] = []
  whole.subscribe((rows) => {
    other = rows
  })
  expect(other).toBe(latest())
})

it('reads only the changed rows after a small change; the others stay the same objects', async () => {
  const { table, latest } = await aTable(1200)
  const before = latest()
  await table.bulkPut([aRow(7, 'New name'), aRow(5000)])
  await table.delete(9)
  await vi.waitFor(() => expect(latest().some(({ id }) => id === 9)).toBe(false), 5000)
  const after = latest()
  expect(after).toHaveLength(1200)
  expect(after.filter((row) => !before.includes(row)).map(({ id }) => id)).toEqual([7, 5000])
})

it('keeps the objects of rows that a large write did not change', async () => {
  const { table, latest } = await aTable(1200)
  const before = latest()
  await table.bulkPut(Array.from({ length: 600 }, (_, i) => aRow(i + 1, i === 4 ? 'New name' : undefined)))
  await vi.waitFor(() => expect(latest()[4]?.name).toBe('New name'), 5000)
  expect(
    latest()
      .filter((row, i) => row !== before[i])
      .map(({ id }) => id),
  ).toEqual([5])
})

it('gives a returning subscriber the current rows, and returns nothing once it is stopped', async () => {
  const { db, table, whole, seen, latest, leave } = await aTable(3)
  leave()
  await table.clear()
  expect(latest()).toHaveLength(3)
  whole.subscribe((rows) => seen.push(rows))
  await vi.waitFor(() => expect(latest()).toEqual([]), 5000)
  const count = seen.length
  whole.stop()
  await table.put(aRow(1))
  await db.table('vehicles').count()
  expect(seen).toHaveLength(count)
})

it('reads a chunk only when its turn comes', async () => {
  const { table } = await aTable(2500)
  const turns: (() => void)[] = []
  const later = createObservedTable(
    table as never,
    (work) => Promise.resolve(work()),
    () => new Promise((resolve) => turns.push(() => resolve())),
  )
  let rows: unknown[] = []
  later.subscribe((all) => {
    rows = all
  })
  for (let chunk = 1; chunk <= 3; chunk++) {
    await vi.waitFor(() => expect(turns).toHaveLength(chunk), 5000)
    expect(rows).toHaveLength(0)
    turns.at(-1)?.()
  }
  await vi.waitFor(() => expect(rows).toHaveLength(2500), 5000)
})
