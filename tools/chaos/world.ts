import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'
import { startNginx } from '#tools/installation/nginx.ts'

const BUCKET = 'papers'

/** One server, behind a connection that faults can cut. */
interface Server {
  process: ProductionServer
  connection: Awaited<ReturnType<typeof startFaultyProxy>>
  internalUrl: string
  /** Ends the process with the signal, waits until it is gone and starts it again. @returns its exit code */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Everything of an installation: nginx, two servers, PostgreSQL, a file store and a mail server. */
export interface World {
  /** Address of nginx. */
  url: string
  servers: [Server, Server]
  /** Direct connection, which no fault cuts. */
  db: Database
  /** Process of PostgreSQL. It changes when it is restarted. */
  databasePid: () => number
  connections: Record<'database' | 'files' | 'mail', Awaited<ReturnType<typeof startFaultyProxy>>>
  stop(): Promise<void>
}

/** Starts the world in a temporary folder. Needs nginx on the path. */
export async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-chaos-'))
  await chmod(folder, 0o711)
  const stops: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ]
  const embedded = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), endpoint: 'loopback' })
  stops.push(() => embedded.stop())
  const db = openDatabase(embedded.connectionString, { max: 4 })
  stops.push(() => db.close())
  const databaseUrl = new URL(embedded.connectionString)
  const store = await startFakeS3(BUCKET)
  stops.push(store.stop)
  const sink = new SmtpSink()
  const smtp = new URL(await sink.listen())
  stops.push(async () => sink.server.close())
  const connections = {
    database: await startFaultyProxy(Number(databaseUrl.port)),
    files: await startFaultyProxy(Number(new URL(store.endpoint).port)),
    mail: await startFaultyProxy(Number(smtp.port), 'smtp'),
  }
  stops.push(() => Promise.all(Object.values(connections).map((each) => each.stop())))
  databaseUrl.port = String(connections.database.port)
  smtp.port = String(connections.mail.port)
  const env = {
    DATABASE_URL: databaseUrl.href,
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
  const first = await startServer(join(folder, 'first'), env)
  stops.push(() => stopServer(first))
  const second = await startServer(join(folder, 'second'), env)
  stops.push(() => stopServer(second))
  const nginx = await startNginx(folder, [first.connection.port, second.connection.port])
  stops.push(nginx.stop)
  return {
    ...{ url: nginx.url, servers: [first, second], db, connections },
    databasePid: () => embedded.pid,
    async stop() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

/** Each server has a data folder of its own: what they share is the database and the bucket. */
async function startServer(dataFolder: string, shared: Record<string, string>): Promise<Server> {
  await mkdir(dataFolder)
  const [port, internalPort] = [await freePort(), await freePort()]
  const env = { ...shared, METRICS_PORT: String(internalPort) }
  const logFile = `${dataFolder}.log`
  const start = () => startProductionServer({ dataFolder, port, isApiOnly: true, env, logFile })
  const connection = await startFaultyProxy(port)
  const server: Server = {
    process: await start(),
    connection,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    async restart(signal) {
      server.process.child.kill(signal)
      const { code } = await server.process.exited
      server.process = await start()
      return code
    },
  }
  return server
}

async function stopServer({ process, connection }: Server) {
  await process.stop()
  await connection.stop()
}
