// What an operator sees of a running server: metrics, health, and how it leaves.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config/read-config.ts'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { run } from '#server/lifecycle/run.ts'
import { openTransactionReader } from '#server/observe/open-transactions.ts'
import { freePort } from '#tests/support/production-server.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

async function aServer(env: Record<string, string> = {}) {
  const cluster = inject('cluster')
  const databaseUrl = await createTestDatabase(cluster, cluster.template)
  const dataFolder = await mkdtemp(join(tmpdir(), 'wheelbook-observe-'))
  const internalPort = await freePort()
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_FOLDER: dataFolder,
    PORT: '0',
    DEMO: 'false',
    CATALOGUE: 'false',
    LOG_LEVEL: 'silent',
    METRICS_PORT: String(internalPort),
    ...env,
  })
  const running = await run(config, { distFolder: null, seed: false, print: () => {} })
  const db = openDatabase(databaseUrl)
  onTestFinished(async () => {
    await running.stop()
    await db.close()
    await dropTestDatabase(cluster, databaseUrl)
    await rm(dataFolder, { recursive: true, force: true })
  })
  const internal = `http://127.0.0.1:${internalPort}`
  const metrics = async () => await (await fetch(`${internal}/metrics`)).text()
  const health = async () => {
    const response = await fetch(`${internal}/health`)
    return {
      code: response.status,
      ...((await response.json()) as { status: string; checks: { name: string; isOk: boolean }[] }),
    }
  }
  return { running, db, internal, metrics, health }
}

it('counts responses by route and reports jobs, connections and disk', async () => {
  const { running, db, metrics, health, internal } = await aServer()
  await fetch(`${running.url}/api/v4/vehicles/4711`)
  await fetch(`${running.url}/api/v4/vehicles/4712`)
  // A busy machine may take longer than the probe's patience to open the first connection.
  await expect.poll(metrics, { timeout: 15_000 }).toMatch(/^wheelbook_ready 1$/m)
  const text = await metrics()
  // One series for both vehicles: no id becomes a label.
  expect(text).toMatch(
    /duration_seconds_count\{method="GET",route="\/api\/v4\/vehicles\/:\w+",status="4xx"\} 2/,
  )
  expect(text).not.toContain('4711')
  expect(text).toMatch(/^wheelbook_database_up 1$/m)
  expect(text).toMatch(/^wheelbook_disk_free_ratio 0\.\d+$/m)
  expect((await health()).status).toBe('ok')
  expect((await health()).checks).toContainEqual({
    name: 'data_folder_writable',
    isOk: true,
    value: 1,
    limit: 1,
  })

  // One recipient whose mail server asks to try again later.
  await db.query(sql`
    insert into jobs.job (name, state, created_on, start_after, policy)
    select name, 'retry', now() - interval '1 hour', now() + interval '10 minutes', 'standard'
    from unnest(array['mail', 'text']) name`)
  // Left by a newer version that was rolled back.
  await db.query(sql`select jobs.create_queue('of-a-newer-version', '{ "policy": "standard" }')`)
  await db.query(sql`
    insert into jobs.job (name, created_on, start_after, policy)
    values ('of-a-newer-version', now() - interval '1 hour', now() - interval '1 hour', 'standard')`)
  // Scrapes within two seconds share one reading.
  await expect.poll(metrics, { timeout: 15_000 }).toMatch(/wheelbook_jobs\{queue="text",state="waiting"\} 1/)
  expect((await health()).status).toBe('ok')
  // The services accept nothing.
  await db.query(sql`insert into mails (recipient, subject, text, created_at, sent_at, failed_at) values
    ('a@example.com', 's', 't', now(), now() - interval '10 minutes', null),
    ('b@example.com', 's', 't', now() - interval '1 hour', null, now() - interval '1 minute')`)
  await db.query(sql`insert into text_messages (recipient, text, tried_at, failed_at) values
    ('6145550100', 't', now() - interval '20 minutes', now() - interval '1 minute')`)
  await expect.poll(health, { timeout: 15_000 }).toMatchObject({ code: 200, status: 'degraded' })
  const report = await health()
  expect(report.checks.filter((check) => !check.isOk).map((check) => check.name)).toEqual([
    'oldest_unsent_mail_seconds',
  ])
  const gauges = await metrics()
  expect(gauges).toMatch(/wheelbook_jobs\{queue="mail",state="waiting"\} 1/)
  const ageOf = (queue: string) =>
    Number(new RegExp(`^wheelbook_job_oldest_seconds\\{queue="${queue}"\\} (.+)$`, 'm').exec(gauges)?.[1])
  expect(ageOf('mail') / 60).toBeCloseTo(10, 0)
  expect(ageOf('text') / 60).toBeCloseTo(20, 0)

  expect((await fetch(`${internal}/anything`)).status).toBe(404)
  expect((await fetch(`${internal}/metrics`, { method: 'POST' })).status).toBe(405)
  // The public port serves neither.
  for (const path of ['/metrics', '/health']) expect((await fetch(`${running.url}${path}`)).status).toBe(404)
})

it('answers /readyz with 503 for the configured time before it stops to listen', async () => {
  const { running, metrics, health } = await aServer({ DRAIN_SECONDS: '1.5' })
  const startedAt = performance.now()
  const stopped = running.stop()
  expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${running.url}/livez`)).status).toBe(200)
  expect(await metrics()).toMatch(/^wheelbook_ready 0$/m)
  expect(await health()).toMatchObject({ code: 503, status: 'down' })
  await stopped
  expect(performance.now() - startedAt).toBeGreaterThan(1400)
  await expect(fetch(`${running.url}/livez`)).rejects.toThrow()
})

it('reports how long a transaction that has written has been open, because phones get no later change (decision 4)', async () => {
  const cluster = inject('cluster')
  const databaseUrl = await createTestDatabase(cluster, cluster.template)
  const db = openDatabase(databaseUrl)
  onTestFinished(async () => {
    await db.close()
    await dropTestDatabase(cluster, databaseUrl)
  })
  let now = 0
  const read = openTransactionReader(db, () => (now += 1000))
  const open = await db.pool.connect()
  onTestFinished(() => open.release(true))
  await open.query('begin')
  await open.query('select pg_current_xact_id()')
  // A later transaction that has ended: without one, nothing is withheld.
  await db.query(sql`select pg_current_xact_id()`)
  // Other tests write to the same PostgreSQL server; their transactions end.
  await expect.poll(read, { timeout: 15_000 }).toBeGreaterThan(4)
  await open.query('rollback')
  await expect.poll(read, { timeout: 15_000 }).toBe(0)
})
