import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupError } from './errors.ts'

const NAME = /^wheelbook-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An archive dated later than this after now was made while the clock was wrong, and says nothing about its age. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** One complete archive of a backup folder. */
export interface Archive {
  path: string
  madeAt: Date
  bytes: number
  /** When it was last restored for a check. Null: never. */
  verifiedAt: Date | null
}

export const archiveName = (at: Date) => `wheelbook-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`
const markOf = (path: string) => `${path}.verified`
const migrationsOf = (path: string) => `${path}.migrations`

/** Returns the complete archives of a folder, the newest first. */
export async function archivesIn(folder: string): Promise<Archive[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const archives = names.map(async (name): Promise<Archive | null> => {
    const [, ...parts] = NAME.exec(name) ?? []
    if (parts.length === 0) return null
    const path = join(folder, name)
    const [found, mark] = await Promise.all([path, markOf(path)].map((file) => stat(file).catch(() => null)))
    const [year, month, day, hour, minute, second] = parts.map(Number)
    const madeAt = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second))
    return found ? { path, madeAt, bytes: found.size, verifiedAt: mark?.mtime ?? null } : null
  })
  const found = (await Promise.all(archives)).filter((archive) => archive !== null)
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/**
 * Creates the folder, and removes what a killed backup left. Call it with the lock of backups: another backup that runs
 * has such a file too.
 */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder))
      if (name.endsWith('.backup.partial')) await rm(join(folder, name), { force: true })
  } catch (error) {
    throw new BackupError(`The backup folder ${folder} cannot be used: ${(error as Error).message}`)
  }
}

/** Records that an archive was restored for a check. */
export async function markVerified(path: string, at: Date): Promise<void> {
  await writeFile(markOf(path), '', { mode: 0o600 })
  await utimes(markOf(path), at, at)
}

/**
 * Returns the archives that the retention rules no longer keep. They keep those of 24 hours, the newest of each of 7 days, and the newest
 * of each of 4 weeks.
 */
function surplusArchives(archives: readonly Archive[], now: Date): Archive[] {
  const retained = new Set<Archive>()
  const periods = [
    { ms: DAY_MS, count: 7 },
    { ms: 7 * DAY_MS, count: 4 },
  ]
  const ages = archives.map((archive) => ({ archive, ms: now.getTime() - archive.madeAt.getTime() }))
  for (const { archive, ms } of ages) if (ms < DAY_MS) retained.add(archive)
  for (const { ms: period, count } of periods) {
    const newest = new Map<number, Archive>()
    for (const { archive, ms } of ages) {
      if (ms >= period * count) continue
      const number = Math.floor(archive.madeAt.getTime() / period)
      const other = newest.get(number)
      if (!other || other.madeAt < archive.madeAt) newest.set(number, archive)
    }
    for (const archive of newest.values()) retained.add(archive)
  }
  return archives.filter((archive) => !retained.has(archive))
}

/**
 * Returns the current time for retention. After a jump of the clock, or a long time without backups, all older archives
 * would seem too old. So the time is at most `everyMinutes` and a day after the newest archive that is a day older than
 * the newest. A clock that is wrong for less than a day therefore removes nothing too early.
 */
function retentionTime(archives: readonly Archive[], everyMinutes: number, now: Date): Date {
  const [newest] = archives
  const before = archives.find(({ madeAt }) => newest && newest.madeAt.getTime() - madeAt.getTime() > DAY_MS)
  if (!before) return now
  return new Date(Math.min(now.getTime(), before.madeAt.getTime() + everyMinutes * 60_000 + DAY_MS))
}

/**
 * Removes backups that the retention rules no longer keep. The newest archive always stays, and so does the newest one that was restored for a check:
 * it is the only one that is known to be good until the next check succeeds.
 */
export async function removeSurplus(folder: string, everyMinutes: number, now: Date): Promise<string[]> {
  const archives = await archivesIn(folder)
  const verified = archives.find((archive) => archive.verifiedAt !== null && !isOfFuture(archive, now))
  const others = archives.slice(1).filter((archive) => archive !== verified)
  const surplus = surplusArchives(others, retentionTime(archives, everyMinutes, now))
  for (const { path } of surplus) {
    await rm(path, { force: true })
    await rm(markOf(path), { force: true })
    await rm(migrationsOf(path), { force: true })
  }
  return surplus.map(({ path }) => basename(path))
}

/** Whether the clock was wrong when an archive was made, or is wrong now. */
export const isOfFuture = ({ madeAt }: Archive, now: Date) =>
  madeAt.getTime() - now.getTime() > CLOCK_TOLERANCE_MS

/** Age of the newest backup and of the newest one that was restored for a check; null: there is none. */
export interface BackupState {
  newestAt: Date | null
  newestVerifiedAt: Date | null
}

/** Returns the archives of a folder, the newest first, without those dated in the future, which would never be too old. */
const datedArchives = async (folder: string, now: Date) =>
  (await archivesIn(folder)).filter((archive) => !isOfFuture(archive, now))

/** Returns the state of the backups in a folder. */
export async function backupState(folder: string, now = new Date()): Promise<BackupState> {
  const archives = await datedArchives(folder, now)
  return {
    newestAt: archives[0]?.madeAt ?? null,
    newestVerifiedAt: archives.find(({ verifiedAt }) => verifiedAt !== null)?.madeAt ?? null,
  }
}

/** Whether the newest backup of a folder is older than it may be, or there is none. */
export async function isBackupDue(folder: string, everyMinutes: number, now: Date): Promise<boolean> {
  const { newestAt } = await backupState(folder, now)
  return now.getTime() - (newestAt?.getTime() ?? 0) >= everyMinutes * 60_000
}

/** Records that the newest backup was made before these migrations. */
export async function markMigrations(folder: string, checksums: readonly string[], now: Date): Promise<void> {
  const [newest] = await datedArchives(folder, now)
  if (newest) await writeFile(migrationsOf(newest.path), checksums.join('\n'), { mode: 0o600 })
}

/** Whether the newest backup of a folder was made before these migrations. */
export async function isBackedUpBefore(
  folder: string,
  checksums: readonly string[],
  now: Date,
): Promise<boolean> {
  const [newest] = await datedArchives(folder, now)
  const marked = newest && (await readFile(migrationsOf(newest.path), 'utf8').catch(() => null))
  return marked === checksums.join('\n')
}
