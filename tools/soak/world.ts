import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { isAlive, waitUntilGone } from '#server/db/embedded/processes.ts'
import { builders } from '#tests/support/builders.ts'
import { freePort, startProductionServer, untilReady } from '#tests/support/production-server.ts'

/** A busy machine takes minutes to restart a killed database. */
const TIMEOUT_MS = 5 * 60_000

export const SERVER_KILLS = ['server', 'database', 'both'] as const
export type ServerKill = (typeof SERVER_KILLS)[number]

/**
 * Starts the real server with its embedded PostgreSQL as processes that can be killed, and creates one fleet for the
 * entries.
 */
export async function startWorld(devices: number) {
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-soak-'))
  // PostgreSQL's own user needs access when this runs as root.
  await chmod(base, 0o711)
  const dataFolder = join(base, 'data')
  const port = await freePort()
  const start = () =>
    startProductionServer({
      dataFolder,
      port,
      isApiOnly: true,
      timeoutMs: TIMEOUT_MS,
      logFile: join(base, 'server.log'),
    })
  let server = await start()
  const postmaster = async () =>
    Number(
      (await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0],
    )
  const kills = { server: 0, database: 0, both: 0 }
  const people = await populate(server.databaseUrl, devices)

  return {
    ...people,
    port,
    databaseUrl: server.databaseUrl,
    kills,
    logFile: join(base, 'server.log'),
    /** Sends SIGKILL; resolves when the server can write to its database again. */
    async kill(what: ServerKill): Promise<void> {
      kills[what]++
      const pid = await postmaster()
      if (what !== 'database') server.child.kill('SIGKILL')
      if (what !== 'server' && pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
      if (what === 'database') return untilReady(server.url, server.child, TIMEOUT_MS)
      await server.exited
      server = await start()
    },
    async remove() {
      await server.stop()
      const pid = await postmaster()
      if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT')
      if (pid > 0) await waitUntilGone([pid], 5000)
      await rm(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function populate(databaseUrl: string, devices: number) {
  const db = openDatabase(databaseUrl, { max: 1 })
  try {
    const build = builders(db)
    const fleet = await build.fleet()
    const vehicles = []
    for (let i = 0; i < 12; i++) vehicles.push(await build.vehicle(fleet))
    const users = []
    for (let i = 0; i < devices; i++) {
      const user = await build.user(fleet, { email: `soak${i}@example.com` })
      users.push({ id: user.id, fleetId: fleet.id, token: await build.session(user) })
    }
    const { id: serviceId } = await build.service()
    return { users, vehicleIds: vehicles.map(({ id }) => id), serviceId }
  } finally {
    await db.close()
  }
}
