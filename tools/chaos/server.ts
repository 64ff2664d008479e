import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { drain } from '#tools/installation/drain.ts'
import { startScriptOf, type Version } from '#tools/installation/versions.ts'

/** Debian's path of libfaketime, which gives a process another time. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** One server. */
export interface Server {
  process: ProductionServer
  port: number
  /** Address of a proxy in front of it, which faults can cut. */
  connection: Awaited<ReturnType<typeof startFaultyProxy>>
  internalUrl: string
  /**
   * Ends the process with the signal, waits until it is gone and starts it again after a while, with its clock ahead by some
   * hours.
   * @returns its exit code
   */
  restart(signal: 'SIGTERM' | 'SIGKILL', hoursAhead?: number, pauseMs?: number): Promise<number | null>
  /** The version that runs, or that a restart starts. */
  version(): Version
  /** Drains the running version and starts another one, which later restarts use, too. @throws when it does not drain */
  upgrade(version: Version): Promise<void>
  stop(): Promise<void>
}

/** Whether a server can be started with another time. */
export const hasOtherClock = () => existsSync(FAKETIME)

/** Each server has a data folder of its own: what they share is the database and the bucket. */
export async function startServer(
  dataFolder: string,
  shared: Record<string, string>,
  initial: Version,
): Promise<Server> {
  const [port, internalPort] = [await freePort(), await freePort()]
  const env = { ...shared, METRICS_PORT: String(internalPort) }
  const logFile = `${dataFolder}.log`
  let version = initial
  async function start(hoursAhead = 0) {
    const clock = hoursAhead !== 0 && {
      LD_PRELOAD: FAKETIME,
      FAKETIME: `${hoursAhead > 0 ? '+' : ''}${hoursAhead}h`,
      // Timers keep running as before.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    const started = await startProductionServer({
      dataFolder,
      port,
      logFile,
      root: version.folder,
      env: { ...env, ...clock },
    }).catch(async (error) => {
      throw new Error(`${error.message}\n${(await readFile(logFile, 'utf8')).slice(-2000)}`)
    })
    const page = await (await fetch(started.url, { headers: { accept: 'text/html' } })).text()
    if (!page.includes(await startScriptOf(version)))
      throw new Error(`The server does not serve the app of the ${version.name} version.`)
    return started
  }
  const connection = await startFaultyProxy(port)
  const server: Server = {
    process: await start(),
    port,
    connection,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    async restart(signal, hoursAhead, pauseMs = 0) {
      server.process.child.kill(signal)
      const { code } = await server.process.exited
      await sleep(pauseMs)
      server.process = await start(hoursAhead)
      return code
    },
    version: () => version,
    async upgrade(next) {
      await drain(server.process)
      version = next
      server.process = await start()
    },
    async stop() {
      await server.process.stop()
      await connection.stop()
    },
  }
  return server
}
