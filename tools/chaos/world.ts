import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'
import { startNginx } from '#tools/installation/nginx.ts'
import { type Databases, startDatabases } from './databases.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const BUCKET = 'papers'

/** Debian's place for libfaketime, which shows a process another time. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** One server, behind a connection that faults can cut. */
interface Server {
  process: ProductionServer
  connection: Awaited<ReturnType<typeof startFaultyProxy>>
  internalUrl: string
  /**
   * Ends the process with the signal, waits until it is gone and starts it again, with its clock ahead by some hours.
   * @returns its exit code
   */
  restart(signal: 'SIGTERM' | 'SIGKILL', hoursAhead?: number): Promise<number | null>
}

/** Everything of an installation: nginx, two servers, PostgreSQL with a replica, a file store and a mail server. */
export interface World {
  /** Address of nginx. */
  url: string
  servers: [Server, Server]
  databases: Databases
  connections: Record<'database' | 'replica' | 'files' | 'mail', Awaited<ReturnType<typeof startFaultyProxy>>>
  /** The first server's disk. Null: it cannot be filled here. */
  disk: SmallDisk | null
  /** Whether a server can be started with another time. */
  hasOtherClock: boolean
  stop(): Promise<void>
}

/** Starts the world in a temporary folder. Needs nginx on the path. */
export async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-chaos-'))
  await chmod(folder, 0o711)
  const stops: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ]
  const databases = await startDatabases()
  stops.push(() => databases.stop())
  const store = await startFakeS3(BUCKET)
  stops.push(store.stop)
  const sink = new SmtpSink()
  const smtp = new URL(await sink.listen())
  stops.push(async () => sink.server.close())
  const connections = {
    ...databases.connections,
    files: await startFaultyProxy(Number(new URL(store.endpoint).port)),
    mail: await startFaultyProxy(Number(smtp.port), 'smtp'),
  }
  stops.push(() => Promise.all([connections.files, connections.mail].map((each) => each.stop())))
  smtp.port = String(connections.mail.port)
  const env = {
    ...databases.env,
    SMTP_URL: smtp.href,
    MAIL_FROM: 'Wheelbook <wheelbook@example.com>',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '2',
    S3_BUCKET: BUCKET,
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: `http://127.0.0.1:${connections.files.port}`,
    S3_ACCESS_KEY_ID: 'chaos',
    S3_SECRET_ACCESS_KEY: 'chaos',
  }
  const disk = await mountSmallDisk(join(folder, 'first'))
  if (disk) stops.push(() => disk.stop())
  await mkdir(join(folder, 'second'))
  const first = await startServer(join(folder, 'first'), env)
  stops.push(() => stopServer(first))
  const second = await startServer(join(folder, 'second'), env)
  stops.push(() => stopServer(second))
  const nginx = await startNginx(folder, [first.connection.port, second.connection.port])
  stops.push(nginx.stop)
  return {
    ...{ url: nginx.url, servers: [first, second], databases, connections, disk },
    hasOtherClock: existsSync(FAKETIME),
    async stop() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

/** Each server has a data folder of its own: what they share is the database and the bucket. */
async function startServer(dataFolder: string, shared: Record<string, string>): Promise<Server> {
  const [port, internalPort] = [await freePort(), await freePort()]
  const env = { ...shared, METRICS_PORT: String(internalPort) }
  const logFile = `${dataFolder}.log`
  const start = (hoursAhead = 0) => {
    const clock = hoursAhead !== 0 && {
      ...{ LD_PRELOAD: FAKETIME, FAKETIME: `${hoursAhead > 0 ? '+' : ''}${hoursAhead}h` },
      // Timers keep running as before.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    return startProductionServer({ dataFolder, port, isApiOnly: true, env: { ...env, ...clock }, logFile })
  }
  const connection = await startFaultyProxy(port)
  const server: Server = {
    process: await start(),
    connection,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    async restart(signal, hoursAhead) {
      server.process.child.kill(signal)
      const { code } = await server.process.exited
      server.process = await start(hoursAhead)
      return code
    },
  }
  return server
}

async function stopServer({ process, connection }: Server) {
  await process.stop()
  await connection.stop()
}
