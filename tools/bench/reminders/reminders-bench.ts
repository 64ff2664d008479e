import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { benchPlanning } from './planning.ts'
import { simulate } from './simulation.ts'

/**
 * Reminders: two years of 500 vehicles with a simulated clock, two servers on one PostgreSQL, 50 kills. Each due
 * reminder must arrive once, none early, and none for users who disabled them. `--only
 * planning`: measures planning for 100,000 vehicles, without a goal.
 */
export async function remindersBench(args: string[], report: Report): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({
    args,
    options: {
      only: text(''),
      vehicles: text(args.includes('planning') ? '100000' : '500'),
      days: text('731'),
      kills: text('50'),
      seed: text('7'),
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-reminders-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => {} })
  const db = openDatabase(postgres.connectionString)
  await migrate(db)
  try {
    if (values.only === 'planning') return await benchPlanning(db, Number(values.vehicles), report)
    const startedAt = Date.now()
    const verdict = await simulate({
      vehicles: Number(values.vehicles),
      days: Number(values.days),
      from: '2026-02-20',
      seed: Number(values.seed),
      kills: Number(values.kills),
      databaseUrl: postgres.connectionString,
      onDay: (day) =>
        day.endsWith('-01') && console.error(day, Math.round((Date.now() - startedAt) / 1000), 's'),
    })
    const { missing, unwanted, early, late, ...sums } = verdict
    const faults = { missing, unwanted, early, late }
    for (const [fault, names] of Object.entries(faults))
      for (const name of names.slice(0, 10)) console.error(`${fault}: ${name}`)
    const tell = (figure: string, value: number, atMost?: number) =>
      report({ figure, value, unit: '', goal: atMost === undefined ? null : { atMost } })
    tell('reminders due', sums.expected)
    tell('kills', sums.kills)
    tell('missing', missing.length, 0)
    tell('early', early.length, 0)
    tell('late by more than an hour', late.length)
    tell('sent although switched off, not due or sent before', unwanted.length, 0)
    tell('queued and never delivered', sums.undelivered, 0)
    tell('emails', sums.mails)
    tell('emails delivered twice with one Message-ID', sums.copies)
    report({ figure: 'minutes', value: (Date.now() - startedAt) / 60_000, unit: 'min', goal: null })
  } finally {
    await db.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
