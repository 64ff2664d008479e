import { expect, it } from 'vitest'
import type { Database, Transaction } from '#server/db/database.ts'
import { rowsFile } from './costs.csv.ts'

it('a file of rows reads all keys once, and the rows of each batch in its own transaction (DSH-046)', async () => {
  const reads: string[] = []
  let transactions = 0
  const db = {
    tenant(_fleetId: number, work: (tx: Transaction) => Promise<unknown>) {
      transactions += 1
      return work({} as Transaction)
    },
  } as unknown as Database
  const file = rowsFile<string>({
    db,
    actor: {
      userId: 1,
      roles: ['Owner'],
      language: 'en',
      fleet: { id: 1, country: 'US', unit: 'mi', timeZone: 'UTC', affiliationId: null },
    },
    language: 'en',
    header: ['Row'],
    async keys() {
      reads.push('keys')
      return ['1 2', '3 4', '5']
    },
    async load(_tx, keys) {
      reads.push(keys)
      return keys.split(' ').map((key) => `row ${key}`)
    },
    lineOf: (row) => [row],
  })
  const lines = (await new Response(file).text()).trim().split('\r\n')
  expect(lines.slice(1)).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'row 5'])
  expect(reads).toEqual(['keys', '1 2', '3 4', '5'])
  expect(transactions).toBe(4)
})
