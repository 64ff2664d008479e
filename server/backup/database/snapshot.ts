import type pg from 'pg'
import type { Table } from '../archive/records.ts'
import { qualified, tablesOf } from './catalog.ts'

/** A migration removed a table before it was locked (undefined table), or waits for one too (deadlock). */
const REPEATED = new Set<unknown>(['42P01', '40P01'])
const TRIES_MAX = 10

/**
 * Begins a read-only transaction whose snapshot sees all rows of the tables that it returns. All tables are locked before
 * the snapshot is taken, as pg_dump does: a migration that rewrites a table would make it empty for an older snapshot
 * (PostgreSQL manual, 13.6 Caveats). A migration that runs is waited for; a later one gives way and tries again.
 */
export async function beginSnapshot(client: pg.ClientBase): Promise<Table[]> {
  for (let tries = 1; ; tries++) {
    const locked = (await tablesOf(client)).map(qualified)
    await client.query('begin isolation level repeatable read read only')
    try {
      if (locked.length > 0)
        await client.query(`lock table only ${locked.join(', only ')} in access share mode`)
      const tables = await tablesOf(client)
      // A migration may have created a table since they were listed.
      if (tables.every((table) => locked.includes(qualified(table)))) return tables
    } catch (error) {
      const isRepeated = error instanceof Error && 'code' in error && REPEATED.has(error.code)
      if (!isRepeated || tries === TRIES_MAX) throw error
    }
    await client.query('rollback')
  }
}
