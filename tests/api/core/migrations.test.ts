import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-migrations-'))
  await writeFile(join(folder, '0001_fast.sql'), 'create table fast (n int);')
  await writeFile(
    join(folder, '0002_slow.sql'),
    'create table slow as select 1 as n; select pg_sleep(1); alter table slow add column m int;',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let url: string
let db: Database
beforeEach(async () => {
  url = await createTestDatabase(inject('cluster'))
  db = openDatabase(url, { max: 2 })
})
afterEach(async () => {
  await db.close()
  await dropTestDatabase(inject('cluster'), url)
})

/** A database that aborts any statement after a fifth of a second, as the server's does after half a minute. */
const impatient = (): Database => ({
  ...db,
  system: (work) =>
    db.system(async (tx) => {
      await tx.query(sql`set local statement_timeout = '200ms'`)
      return work(tx)
    }),
})
const options = () => ({ folder: pathToFileURL(`${folder}/`) })

describe('updating a database (R-5)', () => {
  it('may take longer for a step than a request may, for example for an index of a million vehicles', async () => {
    expect(await migrate(impatient(), options())).toEqual(['0001_fast.sql', '0002_slow.sql'])
    expect(await migrate(impatient(), options())).toEqual([])
  })

  it('logs slow steps, and no others', async () => {
    const lines: string[] = []
    await migrate(db, { ...options(), print: (line) => lines.push(line), silenceMs: 300 })
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(new Set(lines.map((line) => /: (\S+),/.exec(line)?.[1]))).toEqual(new Set(['0002_slow.sql']))
  })

  it("waits for another server's migration as long as needed, and then finds it complete", async () => {
    const both = await Promise.all([migrate(impatient(), options()), migrate(impatient(), options())])
    expect(both.flat().sort()).toEqual(['0001_fast.sql', '0002_slow.sql'])
  })

  it('lets requests pass while it waits for a table that a long query or backup reads', async () => {
    await migrate(db, options())
    await writeFile(join(folder, '0003_column.sql'), 'alter table fast add column late int;')
    const reader = openDatabase(url, { max: 2 })
    const lines: string[] = []
    try {
      const { migrated } = await reader.system(async (tx) => {
        await tx.query(sql`select n from fast`)
        const migrated = migrate(db, { ...options(), print: (line) => lines.push(line), lockWaitMs: 100 })
        await untilBlocked(db)
        // A request waits behind the migration, until the migration gives way.
        await reader.query(sql`select n from fast`)
        await expect(reader.query(sql`select late from fast`)).rejects.toThrow('does not exist')
        return { migrated }
      })
      expect(await migrated).toEqual(['0003_column.sql'])
      expect(lines[0]).toContain('0003_column.sql waits for a table that is in use')
    } finally {
      await reader.close()
      await rm(join(folder, '0003_column.sql'))
    }
  })

  describe('by a newer version', () => {
    let newer: string
    const addMigration = async (text: string) => {
      await cp(folder, newer, { recursive: true })
      await writeFile(join(newer, '0003_newer.sql'), text)
      await migrate(db, { folder: pathToFileURL(`${newer}/`) })
    }
    beforeEach(async () => {
      newer = await mkdtemp(join(tmpdir(), 'wheelbook-newer-'))
    })
    afterEach(() => rm(newer, { recursive: true, force: true }))

    it('lets the older version start, if all migrations only add', async () => {
      await addMigration('alter table fast add column m int;')
      const lines: string[] = []
      expect(await migrate(db, { ...options(), print: (line) => lines.push(line) })).toEqual([])
      expect(lines).toEqual([expect.stringContaining('1 migrations')])
    })

    it('keeps the older version from starting, if a migration removes what it needs', async () => {
      await addMigration('-- not additive: nothing reads it any more.\ndrop table fast;')
      await expect(migrate(db, options())).rejects.toThrow(/has migration 0003_newer\.sql/)
    })
  })

  it('rejects migrations of a version that did not record whether they only add', async () => {
    await migrate(db, options())
    await db.query(sql`alter table migrations drop column is_additive`)
    await db.query(sql`insert into migrations (name, checksum) values ('0003_newer.sql', 'x')`)
    await expect(migrate(db, options())).rejects.toThrow(/has migration 0003_newer\.sql/)
  })
})
