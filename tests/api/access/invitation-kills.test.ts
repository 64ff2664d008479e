// The invitation email of a new user, with the server killed while it is sent (R-9, decisions 24 and 26).

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { builders } from '#tests/support/builders.ts'
import { clientOf } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

/** A server counts as killed after half a minute of silence (`STALE_JOB_CHECK` of the jobs). */
const TAKEN_UP_WITHIN_MS = 120_000
/** Next to other tests on two cores, a server needs more time. */
const startTimeoutMs = 150_000

async function aStage() {
  const cluster = inject('cluster')
  const databaseUrl = await createTestDatabase(cluster, cluster.template)
  const db = openDatabase(databaseUrl, { max: 2 })
  const dataFolder = await mkdtemp(join(tmpdir(), 'wheelbook-invitation-'))
  const sink = new SmtpSink()
  const env = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: await sink.listen(),
    MAIL_FROM: 'Wheelbook <no-reply@wheelbook.example>',
  }
  const start = () => startProductionServer({ dataFolder, isApiOnly: true, env, timeoutMs: startTimeoutMs })
  let server = await start()
  const build = builders(db)
  const session = await build.session(await build.user(await build.fleet()))
  return {
    sink,
    kill: () => void server.child.kill('SIGKILL'),
    client: () => clientOf(server.url, { cookie: `authentication_token=${session}` }),
    async startAgain() {
      await server.exited
      server = await start()
    },
    async end() {
      await server.stop()
      await db.close()
      sink.server.close()
      await rm(dataFolder, { recursive: true, force: true })
      await dropTestDatabase(cluster, databaseUrl)
    },
  }
}

// Concurrent, because each waits half a minute for a timeout.
it.concurrent.for([
  { moment: 'before the mail server has it', on: 'onRecipient', copies: 1 },
  { moment: 'after the mail server has it and before that is written down', on: 'onMail', copies: 2 },
] as const)(
  'arrives where its server is killed $moment, and opens the door',
  {
    timeout: TAKEN_UP_WITHIN_MS + 3 * startTimeoutMs,
  },
  async ({ on, copies }, { expect }) => {
    const stage = await aStage()
    try {
      const { sink } = stage
      sink[on] = () => {
        sink[on] = () => {}
        stage.kill()
      }
      const guest = { firstName: 'Bea', lastName: 'Ortiz', email: 'bea@example.com', roles: ['Driver'] }
      const [added, again] = [writeHeaders(), writeHeaders()]
      // A busy server rejects requests briefly; a server that was just killed sends no response.
      const add = () =>
        stage
          .client()
          .post('/fleet_users', guest, added)
          .then(
            ({ status }) => status,
            () => 'killed',
          )
      await expect.poll(add, { timeout: 60_000, interval: 500 }).not.toBe(503)
      await stage.startAgain()
      await expect.poll(() => sink.mails.length, { timeout: TAKEN_UP_WITHIN_MS }).toBe(copies)

      // Two copies count as one email, because they have one Message-ID and one link.
      const idOf = (mail: string) => /^Message-ID: (.*)$/im.exec(mail)?.[1]
      const tokenOf = (mail = '') => /reset_password_token=3D([\w-]+)/.exec(mail.replaceAll('=\n', ''))?.[1]
      expect(new Set(sink.mails.map(idOf)).size).toBe(1)
      expect(new Set(sink.mails.map(tokenOf)).size).toBe(1)
      const newPassword = 'quiet harbour 7'
      const set = await stage.client().put('/customers/reset_password', {
        newPassword,
        newPasswordConfirmation: newPassword,
        resetToken: tokenOf(sink.mails[0]),
      })
      expect(set.status).toBe(200)
      expect((await stage.client().post('/fleet_users', guest, again)).body.fields).toEqual({
        email: ['email_taken'],
      })
    } finally {
      await stage.end()
    }
  },
)
