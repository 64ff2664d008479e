import { expect, inject, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

const SERVERS = 6
const log = { error: () => {} }

it('lets servers that start together on an empty database all start', async () => {
  const cluster = inject('cluster')
  const url = await createTestDatabase(cluster)
  const databases = Array.from({ length: SERVERS }, () => openDatabase(url, { max: 2 }))
  const started = await Promise.allSettled(
    databases.map(async (db) => {
      await migrate(db)
      // Each connection remembers that there is no schema yet, as after the checks of a server's start.
      await db.query(sql`select to_regclass('jobs.version')`)
      const jobs = openJobs(db, log)
      await jobs.start()
      return jobs
    }),
  )
  for (const result of started) if (result.status === 'fulfilled') await result.value.stop(1000)
  await Promise.all(databases.map((db) => db.close()))
  await dropTestDatabase(cluster, url)
  expect(started.map((result) => (result.status === 'rejected' ? String(result.reason) : 'started'))).toEqual(
    Array.from({ length: SERVERS }, () => 'started'),
  )
})
