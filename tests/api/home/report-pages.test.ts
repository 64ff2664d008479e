import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#server/actor.ts'
import { sql } from '#server/db/sql.ts'
import { reportCosts } from '#server/modules/home/reports/costs.service.ts'
import { reportDowntime } from '#server/modules/home/reports/downtime.service.ts'
import { generateFleets, REPORT_DAYS } from '#tests/support/report-fleets.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const FLEETS = 60
/** Pages of one vehicle are found among the first vehicles by name; pages with more than the fleet has, by looking up each vehicle. */
const PAGE_SIZES = [1, 3]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Page = { groups: { key: string; name: string | null }[]; total_pages: number; total_count: number }

it('pages by name show each current and former vehicle once, in the order of names both ways', async () => {
  const ids = await generateFleets(server.db, FLEETS)
  const now = new Date('2026-10-20T03:00:00Z')
  const [found] = await server.db.query<{ former: number }>(
    sql`select count(*)::int as former from former_vehicles where fleet_id = any(${ids})`,
  )
  expect(found?.former).toBeGreaterThan(0)
  let [compared, former] = [0, 0]
  for (const id of ids)
    await server.db.tenant(id, async (tx) => {
      const reader = { tx, actor: ownerOf(id) }
      const per_page = PAGE_SIZES[id % 2] ?? 1
      const range = { start_date: REPORT_DAYS.from, end_date: REPORT_DAYS.to, per_page }
      const reports: ((sort: 'name' | '-name', page: number) => Promise<Page>)[] = [
        (sort, page) => reportCosts(reader, { by: 'vehicle', ...range, sort, page }),
        (sort, page) =>
          reportDowntime({ ...reader, clock: () => now }, { by: 'vehicle', ...range, sort, page }),
      ]
      for (const report of reports)
        for (const sort of ['name', '-name'] as const) {
          const shown = await everyPage((page) => report(sort, page))
          const keys = shown.map(({ key }) => key)
          expect(new Set(keys).size).toBe((await report(sort, 1)).total_count)
          expect(new Set(keys).size).toBe(keys.length)
          const direction = sort === 'name' ? sql`asc` : sql`desc`
          const expected = await tx.query<{ name: string; has_left: boolean }>(sql`
            select display_name as name, has_left from current_and_former_vehicles where id = any(${keys}::bigint[])
            order by display_name ${direction}`)
          expect({ id, sort, names: shown.map(({ name }) => name) }).toEqual({
            id,
            sort,
            names: expected.map(({ name }) => name),
          })
          compared += keys.length
          former += expected.filter(({ has_left }) => has_left).length
        }
    })
  expect(compared).toBeGreaterThan(FLEETS)
  expect(former).toBeGreaterThan(0)
}, 120_000)

async function everyPage(read: (page: number) => Promise<Page>): Promise<Page['groups']> {
  const first = await read(1)
  const all = [...first.groups]
  for (let page = 2; page <= first.total_pages; page++) all.push(...(await read(page)).groups)
  return all
}

const ownerOf = (id: number): Actor => ({
  userId: 1,
  roles: ['Owner'],
  language: 'en',
  fleet: { id, country: 'US', unit: 'mi', timeZone: 'America/Chicago', affiliationId: null },
})
