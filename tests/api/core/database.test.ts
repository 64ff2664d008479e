import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

let url: string
let db: Database
beforeAll(async () => {
  url = await createTestDatabase(inject('cluster'))
  db = openDatabase(url, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await dropTestDatabase(inject('cluster'), url)
})

it('does not have statements compiled, regardless of the PostgreSQL setting', async () => {
  const other = openDatabase(`${url}${url.includes('?') ? '&' : '?'}options=-c%20jit%3Don`, { max: 1 })
  expect(await other.query(sql`show jit`)).toEqual([{ jit: 'off' }])
  await other.close()
})

describe('a connection with prepared statements', () => {
  const count = async () =>
    (await db.query<{ n: number }>(sql`select count(*) as n from pg_prepared_statements`))[0]?.n ?? 0

  it('prepares each text once, regardless of its values', async () => {
    const double = (n: number) => db.query<{ twice: number }>(sql`select ${n}::int * 2 as twice`)
    await double(1)
    await count()
    const before = await count()
    expect(await double(21)).toEqual([{ twice: 42 }])
    expect(await count()).toBe(before)
  })

  it('is replaced when a migration has changed a statement’s result, and the next one works (R-5)', async () => {
    await db.pool.query('create table shifting (n int)')
    await db.pool.query('insert into shifting values (7)')
    const read = () => db.system((tx) => tx.query(sql`select n from shifting`))
    expect(await read()).toEqual([{ n: 7 }])
    await db.pool.query('alter table shifting alter column n type text')
    await expect(read()).rejects.toThrow('cached plan')
    expect(await read()).toEqual([{ n: '7' }])
  })
})

describe('a transaction of one fleet', () => {
  it('rejects a fleet id that is not a number', async () => {
    const work = async () => 1
    await expect(db.tenant(Number.NaN, work)).rejects.toThrow(RangeError)
    await expect(db.tenant("1'; reset role; --" as unknown as number, work)).rejects.toThrow(RangeError)
  })
})
