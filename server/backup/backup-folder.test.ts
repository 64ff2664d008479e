import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMetrics } from '#server/observe/metrics.ts'
import { archiveName, backupState, isBackupDue, markVerified, removeSurplus } from './backup-folder.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FUTURE = new Date('2099-01-01T00:00:00Z')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function anArchive(at: Date) {
  const path = join(folder, archiveName(at))
  await writeFile(path, '')
  await markVerified(path, at)
}

it('a backup dated in the future does not count: the next one is due and the age is not small', async () => {
  const now = new Date()
  await anArchive(FUTURE)
  expect(await isBackupDue(folder, 60, now)).toBe(true)
  expect(await backupState(folder, now)).toEqual({ newestAt: null, newestVerifiedAt: null })
  await anArchive(new Date(now.getTime() - 4 * HOUR_MS))
  expect(await isBackupDue(folder, 60, now)).toBe(true)
  const backups = await backupState(folder, now)
  const metrics = createMetrics({
    state: async () => ({
      database: null,
      diskFree: null,
      mayWriteFiles: true,
      replica: null,
      commitWaitSeconds: 0,
      pollers: [],
      backups: { ...backups, everySeconds: 3600 },
      connections: { idle: 0, busy: 0, waiting: 0 },
    }),
    isReady: async () => true,
  })
  const age = /^wheelbook_backup_age_seconds (.+)$/m.exec(await metrics.text())?.[1]
  expect(Number(age)).toBeGreaterThan(3 * 3600)
  await anArchive(new Date(now.getTime() - HOUR_MS / 2))
  expect(await isBackupDue(folder, 60, now)).toBe(false)
})

it('a clock that jumps forward for hours does not make retention remove the backups before the jump', async () => {
  const now = Date.parse('2026-05-20T12:00:00Z')
  for (let hours = 0; hours < 24 * 40; hours++) await anArchive(new Date(now - hours * HOUR_MS))
  await removeSurplus(folder, 60, new Date(now))
  for (let hours = 0; hours < 5; hours++) {
    const jumped = new Date(now + 40 * DAY_MS + hours * HOUR_MS)
    await anArchive(jumped)
    await removeSurplus(folder, 60, jumped)
  }
  const names = await readdir(folder)
  const daily = [0, 1, 2, 3, 4].map((days) => new Date(now - days * DAY_MS).toISOString().slice(0, 10))
  for (const day of daily)
    expect(
      names.some((name) => name.includes(day.replaceAll('-', ''))),
      day,
    ).toBe(true)
  const lastWeek = archiveName(new Date(now - 8 * DAY_MS))
  expect(names.filter((name) => name.endsWith('.backup') && name < lastWeek).length).toBeGreaterThan(1)
})

it('after a month without backups, the older ones are removed within two days', async () => {
  const now = Date.parse('2026-05-20T12:00:00Z')
  for (let days = 30; days < 60; days++) await anArchive(new Date(now - days * DAY_MS))
  for (let hours = 0; hours < 48; hours++) {
    await anArchive(new Date(now + hours * HOUR_MS))
    await removeSurplus(folder, 60, new Date(now + hours * HOUR_MS))
  }
  expect((await readdir(folder)).filter((name) => name < archiveName(new Date(now)))).toEqual([])
})

it('the newest backup that was verified stays until a later one is verified', async () => {
  const now = Date.parse('2026-05-20T12:00:00Z')
  const verified = new Date(now - 60 * DAY_MS)
  await anArchive(verified)
  for (let days = 59; days >= 0; days--)
    await writeFile(join(folder, archiveName(new Date(now - days * DAY_MS))), '')
  await removeSurplus(folder, 60, new Date(now))
  expect((await backupState(folder, new Date(now))).newestVerifiedAt).toEqual(verified)
  await anArchive(new Date(now))
  await removeSurplus(folder, 60, new Date(now))
  expect(await readdir(folder)).not.toContain(archiveName(verified))
})
