import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { type Binaries, cleanEnvironment } from './binaries.ts'
import { type Endpoint, endpointOf } from './endpoint.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { commandOf, isAlive, listProcesses, signalAll, startTimeOf, waitUntilGone } from './processes.ts'
import { recentLog } from './server-log.ts'
import { clusterNameOf, postgresArguments } from './settings.ts'

export type Postmaster = { pid: number; adopted: boolean; endpoint: Endpoint; exited: Promise<void> }

type PidFile = { pid: number; port: number; socketFolder: string; status: string }

/** Crash recovery after a power cut replays at most max_wal_size, which takes minutes on a slow disk. */
const startTimeoutMs = 300_000
const adoptedPollMs = 250

/** Reads postmaster.pid line by line. Null: the file does not exist. */
async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const [pid, , , port, socketFolder = '', , , status = ''] = text.split('\n')
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder.trim(), status: status.trim() }
}

function isPostmasterOf(folder: string, command: string[]): boolean {
  return (
    basename(command[0] ?? '').startsWith('postgres') &&
    command[1] === '-D' &&
    joinsTo(command.slice(2), folder)
  )
}

/** Where only `ps` is available, a folder with spaces is split into several words. */
const joinsTo = (words: string[], folder: string) =>
  words[0] === folder || words.join(' ').startsWith(`${folder} -c `)

/** Finds the running postmaster of a folder, by its pid file or, if it is too new to have one, by its command line. */
async function findPostmaster(folder: string): Promise<number | null> {
  const file = await readPidFile(folder)
  if (process.platform === 'win32') return file && isAlive(file.pid) ? file.pid : null
  if (file && isAlive(file.pid) && isPostmasterOf(folder, commandOf(file.pid))) return file.pid
  return (
    listProcesses().find(({ pid, command }) => isPostmasterOf(folder, command) && isAlive(pid))?.pid ?? null
  )
}

async function whenGone(pid: number): Promise<void> {
  const startTime = startTimeOf(pid)
  while (startTime !== null && startTimeOf(pid) === startTime)
    await sleep(adoptedPollMs, undefined, { ref: false })
}

/**
 * Adopts the PostgreSQL that a killed server left running. Returns null when none runs. Waits for one that is stopping.
 */
export async function adoptPostmaster(folder: string): Promise<Postmaster | null> {
  for (const deadline = performance.now() + startTimeoutMs; performance.now() < deadline; await sleep(10)) {
    const pid = await findPostmaster(folder)
    if (pid === null) return null
    const file = await readPidFile(folder)
    if (file?.pid !== pid || file.status !== 'ready') continue
    return { pid, adopted: true, endpoint: await endpointOf(folder, file), exited: whenGone(pid) }
  }
  throw new EmbeddedPostgresError(
    'start_failed',
    `The PostgreSQL that runs on ${folder} neither became ready nor stopped. Its log is in ${join(folder, 'log')}.`,
  )
}

/** Waits for the backends of a killed postmaster. They exit by themselves unless one is in a long computation. */
async function waitForOrphanedBackends(folder: string) {
  const title = `postgres: ${clusterNameOf(folder)}:`
  const pids = listProcesses()
    .filter(({ command }) => command.join(' ').startsWith(title))
    .map(({ pid }) => pid)
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    if (await waitUntilGone(pids, 1000)) return
    signalAll(pids.filter(isAlive), signal)
  }
  await waitUntilGone(pids, 5000)
}

/**
 * Removes what a killed postmaster left, so that a new one can start. PostgreSQL does most of this itself, but it
 * mistakes any process with the old pid for the old postmaster and refuses to start.
 */
async function cleanUpAfterCrash(folder: string, endpoint: Endpoint) {
  await waitForOrphanedBackends(folder)
  await rm(join(folder, 'postmaster.pid'), { force: true })
  if (endpoint.kind === 'socket') await rm(join(endpoint.folder, '.s.PGSQL.5432.lock'), { force: true })
}

/** Starts a postmaster on a folder without one and waits until it accepts connections. */
export async function launchPostmaster(
  folder: string,
  binaries: Binaries,
  account: Account,
  endpoint: Endpoint,
): Promise<Postmaster> {
  await cleanUpAfterCrash(folder, endpoint)
  const startedAt = performance.now()
  // Detached means a separate session: Ctrl-C in the terminal reaches the server only, which then stops PostgreSQL.
  const child = spawn(binaries.postgres, postgresArguments(folder, endpoint), {
    ...account,
    cwd: folder,
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  child.on('error', (error) => {
    complaint += error.message
  })
  const exited = once(child, 'exit').then(
    () => {},
    () => {},
  )
  const outputRead = once(child, 'close').catch(() => {})
  const pid = child.pid
  // Stops PostgreSQL if the server exits while PostgreSQL is still starting.
  const stopWithServer = () => pid !== undefined && isAlive(pid) && signalAll([pid], 'SIGINT')
  process.once('exit', stopWithServer)
  exited.then(() => process.off('exit', stopWithServer))
  while (pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(folder)
    if (file?.pid === pid && file.status === 'ready') {
      child.unref()
      if ('unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref()
      return { pid, adopted: false, endpoint, exited }
    }
    if (performance.now() - startedAt > startTimeoutMs) signalAll([pid], 'SIGQUIT')
    await sleep(5)
  }
  await Promise.race([outputRead, sleep(1000)])
  throw new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL did not start on ${folder}: ${complaint.trim()} ${await recentLog(folder, startedAt)}`.trim(),
  )
}

async function requestStop(pid: number, folder: string, binaries: Binaries, mode: 'fast' | 'immediate') {
  // On Windows a signal kills the process. pg_ctl stops it through PostgreSQL's own pipe.
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', folder, '-m', mode, '-W']).catch(() => {})
  } else {
    signalAll([pid], mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  }
}

/**
 * Stops PostgreSQL in fast mode (open transactions roll back), and in immediate mode after 10 s. Error: `stop_failed`.
 */
export async function stopPostmaster(pid: number, folder: string, binaries: Binaries) {
  for (const mode of ['fast', 'immediate'] as const) {
    await requestStop(pid, folder, binaries, mode)
    if (await waitUntilGone([pid], 10_000)) return
  }
  throw new EmbeddedPostgresError(
    'stop_failed',
    `PostgreSQL (process ${pid}) on ${folder} does not stop. The next start adopts it; nothing is lost.`,
  )
}
