import { expect, test } from 'vitest'
import { readDuePages } from './due-pages.ts'

const pages = [[1, 2], [3, 4], [5, 6], []]
function aServer() {
  const requestedPages: number[] = []
  const read = async (page: number) => {
    requestedPages.push(page)
    return pages[page - 1] ?? []
  }
  return { requestedPages, read }
}

test('reads services of many vehicles until an empty page (SCH-045, SCH-047)', async () => {
  const { requestedPages, read } = aServer()
  const lengths: number[] = []
  const rows = await readDuePages(read, { vehicleIds: [], mode: 'fleet' }, (all) => lengths.push(all.length))
  expect(rows).toEqual([1, 2, 3, 4, 5, 6])
  expect([requestedPages, lengths]).toEqual([
    [1, 2, 3, 4],
    [2, 4, 6],
  ])
})

test('reads one page for a single vehicle and in FMC mode (SCH-046, SCH-047)', async () => {
  for (const asking of [
    { vehicleIds: [7], mode: 'fleet' },
    { vehicleIds: [], mode: 'fmc' },
  ] as const) {
    const { requestedPages, read } = aServer()
    expect(await readDuePages(read, asking)).toEqual([1, 2])
    expect(requestedPages).toEqual([1])
  }
})
