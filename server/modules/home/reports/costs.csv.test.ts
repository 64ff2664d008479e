import { expect, it } from 'vitest'
import { rowsFile } from './costs.csv.ts'

it('a file of rows has all pages of them, one after the other (DSH-046)', async () => {
  const loaded: number[] = []
  const file = await rowsFile<string>({
    actor: {
      userId: 1,
      roles: ['Owner'],
      language: 'en',
      fleet: { id: 1, country: 'US', unit: 'mi', timeZone: 'UTC', affiliationId: null },
    },
    language: 'en',
    header: ['Row'],
    async load({ page }) {
      loaded.push(page)
      return { rows: [`first of ${page}`, `second of ${page}`], total_pages: 2 }
    },
    lineOf: (row) => [row],
  })
  expect(loaded).toEqual([1])
  expect((await new Response(file).text()).trim().split('\r\n')).toEqual([
    'Row',
    'first of 1',
    'second of 1',
    'first of 2',
    'second of 2',
  ])
})
