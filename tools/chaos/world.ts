import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3FileStore } from '#server/integrations/files/live.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'
import { DRAIN_SECONDS } from '#tools/installation/drain.ts'
import { startNginx } from '#tools/installation/nginx.ts'
import { buildApp, newVersion, oldVersion, type Version, workingTree } from '#tools/installation/versions.ts'
import { type Databases, startDatabases } from './databases.ts'
import { type Alerts, startPrometheus } from './prometheus.ts'
import { hasOtherClock, type Server, startServer } from './server.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const BUCKET = 'documents'
/** The key of the file store, and its secret. */
const STORE_KEY = 'chaos'
const SERVER_DISK_MB = 48

/** Everything of an installation: nginx, two servers, PostgreSQL with a replica, a file store and a mail server. */
export interface World {
  /** Address of nginx. */
  url: string
  servers: [Server, Server]
  nginx: Awaited<ReturnType<typeof startNginx>>
  databases: Databases
  /** The file store, on a connection that no fault cuts. */
  files: FileStore
  /** Folder for backups and what they are restored to. */
  backupFolder: string
  connections: Record<
    'database' | 'replica' | 'stream' | 'files' | 'mail',
    Awaited<ReturnType<typeof startFaultyProxy>>
  >
  /** The first server's disk. Null: it cannot be filled here. */
  disk: SmallDisk | null
  /** What Prometheus makes of the servers' metrics. Null: it is not installed. */
  alerts: Alerts | null
  /** Whether a server can be started with another time. */
  hasOtherClock: boolean
  /** The version that replaces the running one during the run. */
  next: Version
  stop(): Promise<void>
}

/** Starts the world in a temporary folder, with the working tree or a commit. Needs nginx on the path. */
export async function startWorld({ from }: { from?: string | undefined } = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-chaos-'))
  await chmod(folder, 0o711)
  const stops: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ]
  const version = await (from === undefined
    ? workingTree(join(folder, 'old'))
    : oldVersion(join(folder, 'old'), from))
  const next = await newVersion(join(folder, 'new'))
  await Promise.all([buildApp(version, 'old'), buildApp(next, 'new')])
  const databases = await startDatabases()
  stops.push(() => databases.stop())
  const store = await startFakeS3(BUCKET, { pageSize: 1000 })
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
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    S3_BUCKET: BUCKET,
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: `http://127.0.0.1:${connections.files.port}`,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
  }
  const disk = await mountSmallDisk(join(folder, 'first'), SERVER_DISK_MB)
  if (disk) stops.push(() => disk.stop())
  await mkdir(join(folder, 'second'))
  const first = await startServer(join(folder, 'first'), env, version)
  stops.push(() => first.stop())
  const second = await startServer(join(folder, 'second'), env, version)
  stops.push(() => second.stop())
  const nginx = await startNginx(folder, [first.port, second.port])
  stops.push(nginx.stop)
  const alerts = await startPrometheus(folder, [first.internalUrl, second.internalUrl])
  if (alerts) stops.push(alerts.stop)
  return {
    url: nginx.url,
    nginx,
    servers: [first, second],
    databases,
    files: s3FileStore({
      bucket: BUCKET,
      region: env.S3_REGION,
      endpoint: store.endpoint,
      credentials: { accessKeyId: STORE_KEY, secretAccessKey: STORE_KEY },
    }),
    backupFolder: join(folder, 'backups'),
    connections,
    disk,
    alerts,
    hasOtherClock: hasOtherClock(),
    next,
    async stop() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}
