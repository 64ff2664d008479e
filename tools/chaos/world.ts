import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'

const ROOT = join(import.meta.dirname, '../..')
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

/** Runs nginx with the configuration of an installation, without TLS. */
async function startNginx(folder: string, ports: number[]) {
  const port = await freePort()
  const deploy = join(ROOT, 'deploy/nginx')
  const site = await readFile(join(deploy, 'wheelbook.conf'), 'utf8')
  const upstreams = ports.map((each) => `  server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`).join('\n')
  const plain = site
    .replace(/( *server 127\.0\.0\.1:\d+ .*\n)+/, `${upstreams}\n`)
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/ {2}listen 443.*\n/, `  listen 127.0.0.1:${port};\n`)
    .replace(/ {2}(listen \[::\]|ssl_|server_name).*\n/g, '')
    .replace('/etc/nginx/wheelbook-proxy.conf', join(deploy, 'wheelbook-proxy.conf'))
  const main = `pid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\ndaemon off;\nworker_processes 1;
events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${plain}}\n`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, main)
  execFileSync('nginx', ['-t', '-q', '-e', join(folder, 'nginx.log'), '-c', file], { stdio: 'pipe' })
  const child: ChildProcess = spawn('nginx', ['-e', join(folder, 'nginx.log'), '-c', file], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await sleep(100)
  return {
    url,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGQUIT')
      setTimeout(() => child.kill('SIGKILL'), 2000).unref()
      await ended
    },
  }
}
