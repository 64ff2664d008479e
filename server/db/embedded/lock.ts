import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { link, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './errors.ts'
import { startTimeOf } from './processes.ts'

type FolderLock = { release(): Promise<void> }

type Owner = { token: string; pid: number; startTime: string; place: string }

const heartbeatMs = 2000
/** Time without an update after which the lock of another machine or container counts as abandoned. */
const staleAfterMs = 10_000

/** Identifies where pids are comparable: the same boot of the same machine and the same container. */
function thisPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

const rebootedSince = (place: string) => {
  const [here, there] = [thisPlace().split(' '), place.split(' ')]
  return here[0] === there[0] && here[1] !== there[1] && here[2] === there[2]
}

async function stillBeats(path: string, silenceMs: number): Promise<boolean> {
  const modifiedAt = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const before = modifiedAt()
  for (const deadline = performance.now() + silenceMs; performance.now() < deadline; ) {
    await sleep(100)
    if (modifiedAt() !== before) return modifiedAt() !== undefined
  }
  return false
}

async function isHeld(path: string, owner: Owner, silenceMs: number): Promise<boolean> {
  if (owner.place === thisPlace()) return startTimeOf(owner.pid) === owner.startTime
  return rebootedSince(owner.place) ? false : stillBeats(path, silenceMs)
}

function parseOwner(text: string): Owner | null {
  try {
    const owner = JSON.parse(text)
    return typeof owner.pid === 'number' && typeof owner.place === 'string' ? owner : null
  } catch {
    return null
  }
}

/** Removes a stale lock. If another server replaced it first, its new lock is restored. */
async function removeStale(path: string, staleText: string) {
  const temporaryPath = `${path}.${randomUUID()}`
  try {
    await rename(path, temporaryPath)
    if ((await readFile(temporaryPath, 'utf8')) !== staleText) await link(temporaryPath, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  await rm(temporaryPath, { force: true })
}

async function tryToCreate(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' }).catch((cause) => {
    const message = `The folder ${dirname(path)} around the database must be writable for this server: ${cause.message}`
    throw new EmbeddedPostgresError('no_access', message, { cause })
  })
  try {
    // link() fails when the name exists, and the file never appears without its content.
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function hold(path: string, text: string): FolderLock {
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, heartbeatMs)
  heartbeat.unref()
  return {
    async release() {
      clearInterval(heartbeat)
      const current = await readFile(path, 'utf8').catch(() => null)
      if (current === text) await rm(path, { force: true })
    },
  }
}

/**
 * Makes this process the only server of a data folder, using a lock file next to the folder. Errors: `folder_in_use`
 * while another running process holds it. Source: R-1.
 */
export async function takeLock(path: string, folder: string, silenceMs = staleAfterMs): Promise<FolderLock> {
  const startTime = startTimeOf(process.pid) ?? ''
  const me: Owner = { token: randomUUID(), pid: process.pid, startTime, place: thisPlace() }
  const text = JSON.stringify(me)
  for (;;) {
    if (await tryToCreate(path, text)) return hold(path, text)
    const found = await readFile(path, 'utf8').catch(() => null)
    if (found === null) continue
    const owner = parseOwner(found)
    if (owner && (await isHeld(path, owner, silenceMs))) {
      throw new EmbeddedPostgresError(
        'folder_in_use',
        `The data folder ${folder} is in use by another Wheelbook server (process ${owner.pid} on ${owner.place.split(' ')[0]}). ` +
          'Stop that server first, or give this one a data folder of its own. ' +
          'To run several servers on one database, set DATABASE_URL to a PostgreSQL of your own.',
      )
    }
    await removeStale(path, found)
  }
}
