// Email by jobs: queued in the transaction of its cause, delivered once, retried.

import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { smtpMail } from '#server/integrations/mail/live.ts'
import { mailQueue } from '#server/integrations/mail/mail-queue.ts'
import { MailUnavailable } from '#server/integrations/mail/port.ts'
import { localSms } from '#server/integrations/sms/local.ts'
import { smsQueue } from '#server/integrations/sms/sms-queue.ts'
import { type OpenJobs, openJobs } from '#server/jobs/jobs.ts'
import { workers } from '#server/jobs/workers.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

const sink = new SmtpSink()
let db: Database
let jobs: OpenJobs
const logged: [string, object][] = []
let url: string
const cluster = inject('cluster')
const files = localFileStore(join(tmpdir(), 'wheelbook-no-files'))
const dueDates = { refreshAll: async () => 0 }
const reminderPlanner = { planDay: async () => 0 }
const reminderSender = { forgetOld: async () => {} }
const recalls = { refreshAll: async () => {}, lookUpNew: async () => {} }
const changes = { announce: () => {} }
const telematicsSync = { run: async () => {}, startDaily: async () => {} }
const bulkRun = { run: async () => {}, deleteOld: async () => {} }
const transferRun = { run: async () => {} }
let clockAheadMs = 0
const now = () => new Date(Date.now() + clockAheadMs)

beforeAll(async () => {
  const smtp = await sink.listen()
  url = await createTestDatabase(cluster, cluster.template)
  db = openDatabase(url)
  jobs = openJobs(db, { error: (about, message) => void logged.push([message, about]) })
  await jobs.start()
  const mail = smtpMail({
    url: smtp,
    from: 'Wheelbook <no-reply@wheelbook.example>',
  })
  await jobs.work(
    workers({
      db,
      mail,
      smsPort: localSms,
      files,
      dueDates,
      telematicsSync,
      bulkRun,
      transferRun,
      bulkActionsRun: transferRun,
      recalls,
      changes,
      reminderPlanner,
      reminderSender,
      now,
      lockoutNotice: { sendDue: async () => {} },
    }),
  )
})
afterAll(async () => {
  await jobs.stop(5000)
  await db.close()
  sink.server.close()
  await dropTestDatabase(cluster, url)
})

const outbox = () => mailQueue(db, jobs)
const mailTo = (recipient: string) => ({
  recipient,
  subject: '123456 is your code',
  text: 'Hello,\n\n123456\n',
})
const arrived = (recipient: string) => sink.mails.filter((mail) => mail.includes(`To: ${recipient}`))

async function until(condition: () => boolean, ms = 15_000) {
  for (const end = Date.now() + ms; !condition() && Date.now() < end; ) await sleep(50)
  expect(condition()).toBe(true)
}

describe('mail', () => {
  it('is delivered within seconds, once, with its own id', async () => {
    await db.system((tx) => outbox().queue(tx, mailTo('ada@example.com')))
    await until(() => arrived('ada@example.com').length > 0)
    const [row] = await db.query<{ id: string; sent_at: string | null }>(
      sql`select id, sent_at from mails where recipient = 'ada@example.com'`,
    )
    expect(arrived('ada@example.com')[0]).toContain(`Message-ID: <${row?.id}@wheelbook.example>`)
    await sleep(1500)
    expect(arrived('ada@example.com')).toHaveLength(1)
  })

  it('with a code is delivered before mails that were queued earlier', async () => {
    const earlier = Array.from({ length: 40 }, (_, i) => `digest-${i}@example.com`)
    await db.system(async (tx) => {
      for (const recipient of earlier) await outbox().queue(tx, mailTo(recipient))
      await outbox().queue(tx, { ...mailTo('code@example.com'), secretMinutes: 10 })
    })
    await until(() => earlier.every((recipient) => arrived(recipient).length > 0))
    const digests = sink.recipients.filter(
      (sent) => sent.startsWith('digest-') || sent === 'code@example.com',
    )
    expect(digests.indexOf('code@example.com')).toBeLessThan(10)
  })

  it('is not sent if its cause was rolled back', async () => {
    const failed = db.system(async (tx) => {
      await outbox().queue(tx, mailTo('never@example.com'))
      throw new Error('the cause failed')
    })
    await expect(failed).rejects.toThrow('the cause failed')
    await sleep(1500)
    expect(arrived('never@example.com')).toHaveLength(0)
    expect(
      await db.query(sql`select 1 from jobs.job where name = 'mail' and state < 'completed'`),
    ).toHaveLength(0)
  })

  it('is retried while the mail server is down, and then arrives once', async () => {
    sink.isBroken = true
    await db.system((tx) => outbox().queue(tx, mailTo('late@example.com')))
    await sleep(1500)
    expect(arrived('late@example.com')).toHaveLength(0)
    expect(logged).toContainEqual([
      'Mail could not be sent',
      expect.objectContaining({ err: expect.any(Error) }),
    ])
    sink.isBroken = false
    await until(() => arrived('late@example.com').length > 0, 25_000)
    expect(arrived('late@example.com')).toHaveLength(1)
  })
})

describe('a text message in quiet hours', () => {
  afterEach(() => {
    clockAheadMs = 0
  })

  it.each([
    ['', 0],
    [', also if the clock of the server is two days behind', -48 * 3_600_000],
  ])('waits for the morning with its remaining attempts, and has not failed%s', async (_, aheadMs) => {
    clockAheadMs = aheadMs
    const hours = (26 - new Date().getUTCHours()) % 24
    const quietZone = hours <= 12 ? `Etc/GMT-${hours}` : `Etc/GMT+${24 - hours}`
    const id = await db.system(async (tx) => {
      const queued = await smsQueue(jobs).queue(tx, { recipient: '6145550100', text: 'x', quietZone })
      await tx.query(
        sql`update jobs.job set retry_count = 3 where name = 'text' and data ->> 'id' = ${queued}`,
      )
      return queued
    })
    const jobsOf = () =>
      db.query(sql`
        select state, retry_limit, start_after > now() + interval '4 hours' as "isLater" from jobs.job
        where name = 'text' and data ->> 'id' = ${id} order by state`)
    await expect.poll(jobsOf, { timeout: 15_000 }).toEqual([
      { state: 'created', retry_limit: 157, isLater: true },
      { state: 'completed', retry_limit: 160, isLater: false },
    ])
    expect(logged.filter(([message]) => message.startsWith('Text'))).toEqual([])
  })
})

describe('an address that rejects mail', () => {
  const refused = async (recipient: string) =>
    (
      await db.query<{ refused: boolean; state: string }>(sql`
        select m.refused_at is not null as refused, j.state from mails m join jobs.job j on j.data ->> 'id' = m.id::text
        where m.recipient = ${recipient}`)
    )[0]

  it('is tried once, and the row records it', async () => {
    for (const [recipient, reply] of [
      ['nobody@example.com', '550 5.1.1 no such user'],
      ['gone@example.com', '551 moved'],
      ['closed@example.com', '550 5.2.1 mailbox disabled'],
    ] as const) {
      sink.rejections.set(recipient, reply)
      await db.system((tx) => outbox().queue(tx, mailTo(recipient)))
      await expect
        .poll(() => refused(recipient), { timeout: 15_000 })
        .toEqual({ refused: true, state: 'completed' })
      expect(sink.recipients.filter((sent) => sent === recipient)).toHaveLength(1)
    }
  })

  it('is not one that is temporarily unavailable, or of a server that does not relay for us', async () => {
    for (const [recipient, textKey] of [
      ['full@example.com', '452 4.2.2 mailbox full'],
      ['quota@example.com', '552 5.2.2 mailbox full'],
      ['relay@example.com', '554 5.7.1 relay access denied'],
    ] as const) {
      sink.rejections.set(recipient, textKey)
      await db.system((tx) => outbox().queue(tx, mailTo(recipient)))
      await expect
        .poll(() => refused(recipient), { timeout: 15_000 })
        .toEqual({ refused: false, state: 'retry' })
    }
  })

  it('cannot contain commas and brackets: an email goes to one address', async () => {
    for (const recipient of ['x,victim@example.com', 'x<victim@example.com', 'x;victim@example.com'])
      await db.system((tx) => outbox().queue(tx, mailTo(recipient)))
    await sleep(2500)
    expect(sink.recipients).not.toContain('victim@example.com')
    expect(sink.recipients).not.toContain('x')
  })
})

describe('a mail server that rejects our sender', () => {
  const failure = async (reply: string) => {
    const own = new SmtpSink()
    own.toSender = reply
    const mail = smtpMail({ url: await own.listen(), from: 'no-reply@wheelbook.example' })
    const sent = mail.deliver({ id: randomUUID(), ...mailTo('ada@example.com') })
    const error = await sent.catch((thrown: unknown) => thrown)
    own.server.close()
    return error
  }

  it('takes no mail at all, so that users do not wait for a code', async () => {
    for (const reply of ['550 5.7.1 sender rejected', '530 5.7.0 sign in first', '451 4.3.0 later'])
      expect(await failure(reply), reply).toBeInstanceOf(MailUnavailable)
  })

  it('because of the size of one email takes others', async () => {
    for (const reply of ['552 message too large', '554 5.3.4 message too large'])
      expect(await failure(reply), reply).not.toBeInstanceOf(MailUnavailable)
  })
})

describe('what is written on a mail', () => {
  it('offers one POST to unsubscribe (RFC 2369, RFC 8058), and is our text, whatever a van is named', async () => {
    const ending = 'https://fleet.example/unsubscribe/12345.maintenance.abcdefghijklmnopqrstuvwxyz012345'
    const van = 'Van 7\r\nBcc: everybody@example.com\r\n\r\n<b>'
    await db.system((tx) =>
      outbox().queue(tx, { ...mailTo('wire@example.com'), subject: `${van}: due`, unsubscribe: ending }),
    )
    await until(() => arrived('wire@example.com').length > 0)
    const [head = ''] = arrived('wire@example.com')[0]?.split('\n\n') ?? []
    const headers = head.replaceAll(/\n[ \t]+/g, ' ').split('\n')
    expect(headers).toContain(`List-Unsubscribe: <${ending}>`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(headers.filter((line) => /^(bcc|cc|to|subject):/i.test(line))).toEqual([
      'To: wire@example.com',
      expect.stringMatching(/^Subject: Van 7 +Bcc: everybody@example\.com +<b>: due$/),
    ])
    expect(sink.recipients).not.toContain('everybody@example.com')
  })
})

describe('an email that no server accepts', () => {
  it('is retried for three days, and no longer than it is useful', async () => {
    const [queue] = await db.query<Record<string, number>>(
      sql`select retry_limit, retry_delay, retry_delay_max from jobs.queue where name = 'mail'`,
    )
    const { retry_limit = 0, retry_delay = 0, retry_delay_max = 0 } = queue ?? {}
    // The minimum that pg-boss waits before each retry (plans.js): half of its doubled delay.
    const waits = Array.from({ length: retry_limit }, (_, n) =>
      Math.min(retry_delay_max, (retry_delay * 2 ** Math.min(16, n + 1)) / 2),
    )
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(3 * 86_400)

    await db.system((tx) => outbox().queue(tx, { ...mailTo('over@example.com'), usefulMinutes: 0 }))
    await db.system((tx) => outbox().queue(tx, { ...mailTo('yet@example.com'), usefulMinutes: 5 }))
    await until(() => arrived('yet@example.com').length > 0)
    expect(arrived('over@example.com')).toHaveLength(0)
  })
})

describe('clean-up', () => {
  it('deletes keys after ninety days, and expired rows', async () => {
    const [fleet] = await db.query<{ id: number }>(
      sql`insert into fleets (name, country, brand) values ('F', 'US', 'wheelbook') returning id`,
    )
    const [user] = await db.query<{ id: number }>(sql`
      insert into users (fleet_id, email, first_name, last_name, roles, password_hash)
      values (${fleet?.id}, 'x@example.com', 'X', 'Y', '{Owner}', '') returning id`)
    for (const days of [89, 91]) {
      await db.query(sql`
        insert into idempotency_keys (user_id, key, fleet_id, route, fingerprint, created_at)
        values (${user?.id}, gen_random_uuid(), ${fleet?.id}, 'x', '', now() - make_interval(days => ${days}))`)
      await db.query(sql`
        insert into sessions (token_hash, user_id, fleet_id, is_remembered, expires_at)
        values (${Buffer.from(String(days))}, ${user?.id}, ${fleet?.id}, true, now() + make_interval(days => ${90 - days}))`)
    }
    const mail = { leavesServer: false, deliver: async () => {} }
    await workers({
      db,
      mail,
      smsPort: localSms,
      files,
      dueDates,
      telematicsSync,
      bulkRun,
      transferRun,
      bulkActionsRun: transferRun,
      recalls,
      changes,
      reminderPlanner,
      reminderSender,
      now,
      lockoutNotice: { sendDue: async () => {} },
    })['clean-up']({})
    expect(await db.query(sql`select 1 from idempotency_keys`)).toHaveLength(1)
    expect(await db.query(sql`select 1 from sessions`)).toHaveLength(1)
  })
})

describe('a failing step', () => {
  const mail = { leavesServer: false, deliver: async () => {} }
  const fail = () => Promise.reject(new Error('failed'))
  const ports = {
    mail,
    smsPort: localSms,
    files,
    telematicsSync,
    bulkRun,
    transferRun,
    recalls,
    changes,
    now,
  }
  const others = { ...ports, bulkActionsRun: transferRun, lockoutNotice: { sendDue: async () => {} } }

  it('of the clean-up does not stop later steps, and fails the job', async () => {
    let isReached = false
    const jobs = workers({
      ...others,
      db,
      dueDates,
      reminderPlanner,
      reminderSender: { forgetOld: fail },
      bulkRun: {
        ...bulkRun,
        deleteOld: async () => {
          isReached = true
        },
      },
    })
    await expect(jobs['clean-up']({})).rejects.toThrow('clean-up')
    expect(isReached).toBe(true)
  })

  it('of the due dates does not stop the planning of reminders, and fails the job', async () => {
    let isPlanned = false
    const planDay = async () => {
      isPlanned = true
      return 0
    }
    const nightly = { dueDates: { refreshAll: fail }, reminderPlanner: { planDay } }
    await expect(workers({ ...others, db, ...nightly, reminderSender })['due-dates']({})).rejects.toThrow()
    expect(isPlanned).toBe(true)
  })
})
