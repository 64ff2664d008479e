import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

const cluster = inject('cluster')
let db: Database
let url: string

beforeAll(async () => {
  url = await createTestDatabase(cluster, cluster.template)
  db = openDatabase(url)
})
afterAll(async () => {
  await db.close()
  await dropTestDatabase(cluster, url)
})

async function start() {
  const jobs = openJobs(db, { error: () => {} })
  await jobs.start()
  await jobs.stop(1000)
}

it('every queue notices within a minute that the server of a job was killed, also queues of an earlier version (R-9)', async () => {
  await start()
  await db.query(sql`update jobs.queue set heartbeat_seconds = null`)
  await start()
  const queues = await db.query<{ name: string; heartbeat: number | null }>(
    sql`select name, heartbeat_seconds as heartbeat from jobs.queue where name not like '\\_\\_pgboss\\_\\_%'`,
  )
  expect(queues.length).toBeGreaterThan(10)
  expect(queues.filter(({ heartbeat }) => heartbeat === null || heartbeat > 60)).toEqual([])
})
