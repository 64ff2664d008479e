// What demo mode exposes, and to whom (W7 of the security review): docs/security.md.
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { markAsDemo, ownerOfDatabase } from '#server/db/demo-mark.ts'
import { DEMO_ACCOUNTS } from '#server/db/seed/accounts.ts'
import { sql } from '#server/db/sql.ts'
import { builders } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

describe('the mailbox of a demo', () => {
  let server: TestServer
  let exposed: TestServer
  let behindProxy: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { demo: true, host: '0.0.0.0' } })
    const { databaseUrl } = server
    exposed = await startTestServer({
      databaseUrl,
      config: { demo: true, exposeMailbox: true, trustProxy: 1 },
    })
    behindProxy = await startTestServer({ databaseUrl, config: { demo: true, trustProxy: ['127.0.0.1'] } })
    await server.db.query(sql`insert into mails (id, recipient, subject, text, html)
      values (gen_random_uuid(), 'a@b.example', 'Code', '123456', '<p>123456</p>')`)
  })
  afterAll(async () => {
    await behindProxy.stop()
    await exposed.stop()
    await server.stop()
  })

  async function statusOf(at: TestServer, remoteAddress: string, headers: Record<string, string>) {
    const [mail] = await at.db.query<{ id: string }>(sql`select id from mails limit 1`)
    const statuses = new Set<number>()
    for (const url of ['/mailbox', `/mailbox/${mail?.id}`]) {
      const response = await at.app.inject({ url, remoteAddress, headers })
      statuses.add(response.statusCode)
      if (response.statusCode !== 200) expect(response.body).not.toContain('123456')
      expect(response.headers['x-frame-options']).toBe('DENY')
    }
    return [...statuses]
  }

  it.each([
    ['127.0.0.1', { host: 'localhost:3000' }],
    ['127.0.0.1', { host: '127.0.0.1:3000' }],
    ['::1', { host: '[::1]:3000' }],
    ['::ffff:127.0.0.1', { host: 'boreal.localhost:3000' }],
  ])('is shown to a browser on this machine: %s %o', async (peer, headers) => {
    expect(await statusOf(server, peer, headers)).toEqual([200])
  })

  it.each([
    ['192.168.1.20', { host: 'localhost:3000' }],
    ['::ffff:192.168.1.20', { host: '127.0.0.1:3000' }],
    ['fe80::1', { host: '[::1]:3000' }],
    ['192.168.1.20', { host: '192.168.1.5:3000', 'x-forwarded-for': '127.0.0.1' }],
    ['192.168.1.20', { host: 'localhost', 'x-forwarded-host': 'localhost', forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host: 'localhost:3000', 'x-forwarded-proto': 'https' }],
    ['127.0.0.1', { host: 'localhost:3000', 'x-real-ip': '127.0.0.1' }],
    ['127.0.0.1', { host: 'localhost:3000', forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { host: 'localhost:3000', via: '1.1 proxy' }],
    ['127.0.0.1', { host: 'demo.example' }],
    ['127.0.0.1', { host: 'localhost.evil.example' }],
    ['127.0.0.1', { host: 'evil.example:80@localhost' }],
    ['127.0.0.1', { host: '127.0.0.1.evil.example' }],
    ['127.0.0.1', { host: '192.168.1.5:3000' }],
  ] as [string, Record<string, string>][])('is not there for anybody else: %s %o', async (peer, headers) => {
    expect(await statusOf(server, peer, headers)).toEqual([404])
  })

  it('is hidden from a proxy on this machine that speaks HTTP/1.0 and names no client', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.end('GET /mailbox HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404/)
  })

  it('is closed to everyone if a proxy is declared, unless it is opened by name', async () => {
    expect(await statusOf(behindProxy, '127.0.0.1', { host: 'localhost' })).toEqual([404])
    expect(await statusOf(exposed, '192.168.1.20', { host: 'demo.example' })).toEqual([200])
  })
})

describe('demo mode', () => {
  let url: string
  let db: Database
  beforeAll(async () => {
    const cluster = inject('cluster')
    url = await createTestDatabase(cluster, cluster.template)
    db = openDatabase(url)
  })
  afterAll(async () => {
    await db.close()
    await dropTestDatabase(inject('cluster'), url)
  })

  const start = () =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      const env = { ...process.env, DATABASE_URL: url, DEMO: 'true', PORT: '0', HOST: '0.0.0.0' }
      execFile(process.execPath, ['tests/support/api-only.ts'], { env }, (error, _out, output) =>
        resolve({ code: error?.code, output }),
      )
    })

  it('accepts an empty database, and refuses one with other fleets in one line, before it changes anything', async () => {
    expect(await ownerOfDatabase(db)).toBe('empty')
    await builders(db).fleet()
    expect(await ownerOfDatabase(db)).toBe('real')
    await db.query(sql`delete from migrations where name like '0060%'`)
    const { code, output } = await start()
    expect(code).toBe(1)
    expect(output).toMatch(/^Demo mode refuses this database: [^\n]+DEMO=false[^\n]+\n$/m)
    expect(output).not.toContain('migrated')
    expect(output).not.toContain('    at ')
  })

  it('continues with a database that it marked while empty, also after users signed up there', async () => {
    await markAsDemo(db)
    expect(await ownerOfDatabase(db)).toBe('demo')
  })

  it('recognizes demo worlds older than the mark by their accounts, and no others', async () => {
    await db.query(sql`alter table server_meta drop column demo_since`)
    expect(await ownerOfDatabase(db)).toBe('real')
    const fleet = await builders(db).fleet()
    const user = await builders(db).user(fleet)
    await db.query(sql`update users set email = ${DEMO_ACCOUNTS[0]?.email} where id = ${user.id}`)
    expect(await ownerOfDatabase(db)).toBe('demo')
  })
})
