import { expect, it } from 'vitest'
import type { Database, Transaction } from '#server/db/database.ts'
import { rowsFile } from './costs.csv.ts'

it('a file of rows reads all keys once, and their rows in transactions of 200 (DSH-046)', async () => {
  const reads: string[] = []
  let transactions = 0
  const db = {
    tenant(_fleetId: number, work: (tx: Transaction) => Promise<unknown>) {
      transactions += 1
      return work({} as Transaction)
    },
  } as unknown as Database
  const file = rowsFile<number, string>({
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
      return Array.from({ length: 450 }, (_, key) => key)
    },
    async load(_tx, keys) {
      reads.push(`${keys[0]} to ${keys.at(-1)}`)
      return keys.map((key) => `row ${key}`)
    },
    lineOf: (row) => [row],
  })
  const lines = (await new Response(file).text()).trim().split('\r\n')
  expect(lines).toHaveLength(451)
  expect([lines[1], lines[450]]).toEqual(['row 0', 'row 449'])
  expect(reads).toEqual(['keys', '0 to 199', '200 to 399', '400 to 449'])
  expect(transactions).toBe(4)
})
