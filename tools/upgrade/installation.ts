import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { DRAIN_SECONDS, drain } from '#tools/installation/drain.ts'
import { startNginx } from '#tools/installation/nginx.ts'
import type { Version } from '#tools/installation/versions.ts'

/** One server, running some version. */
interface Server {
  url: string
  /** Drains the running version as an operator would, and starts another one. @throws when it does not drain */
  replace(version: Version): Promise<void>
  /** Starts a version that should refuse to start. @returns what it printed */
  rejectionOf(version: Version): Promise<string>
  stop(): Promise<unknown>
}

/** Two servers behind nginx, with one PostgreSQL and one folder of files. */
export interface Installation {
  url: string
  servers: [Server, Server]
  db: Database
  /** Returns what nginx and the servers complained about. */
  complaints(): Promise<string>
  stop(): Promise<void>
}

/** Starts the installation with demo data of the version. Needs nginx on the path. */
export async function startInstallation(version: Version): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-upgrade-'))
  await chmod(folder, 0o711)
  const stops: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ]
  const stop = async () => {
    for (const each of stops.reverse()) await each()
  }
  try {
    const embedded = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), endpoint: 'loopback' })
    stops.push(() => embedded.stop())
    const db = openDatabase(embedded.connectionString, { max: 4 })
    stops.push(() => db.close())
    const dataFolder = join(folder, 'data')
    await mkdir(dataFolder)
    const env = {
      DATABASE_URL: embedded.connectionString,
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      TRUST_PROXY: '1',
    }
    await seedDemoData(version, { ...env, DATA_FOLDER: dataFolder })
    const servers: Server[] = []
    for (const name of ['first', 'second']) {
      const server = await startServer(version, { dataFolder, env, logFile: join(folder, `${name}.log`) })
      stops.push(server.stop)
      servers.push(server)
    }
    const [first, second] = servers as [Server, Server]
    const nginx = await startNginx(
      folder,
      servers.map(({ url }) => Number(new URL(url).port)),
    )
    stops.push(nginx.stop)
    const complaints = async () => {
      const logs = await Promise.all(
        ['first.log', 'second.log'].map((name) => readFile(join(folder, name), 'utf8')),
      )
      const errors = logs.flatMap((log) => log.split('\n').filter((line) => /"level":[456]0/.test(line)))
      return [await nginx.log(), ...errors.slice(0, 20)].join('\n')
    }
    return { url: nginx.url, servers: [first, second], db, complaints, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

// `say` is what older versions call `print`.
const SEED = `const { readConfig } = await import('#server/config/read-config.ts')
const { run } = await import('#server/lifecycle/run.ts')
const running = await run(readConfig(process.env), { distFolder: null, seed: true, print: () => {}, say: () => {} })
await running.stop()
process.exit(0)
`

/** Seeds the database with the version as `npm start` does, without the app. */
async function seedDemoData(version: Version, env: Record<string, string>) {
  const script = join(version.folder, 'seed.mjs')
  await writeFile(script, SEED)
  const child = spawn(process.execPath, ['--no-warnings', script], {
    cwd: version.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...env,
      DEMO: 'true',
      CATALOGUE: 'false',
      DRAIN_SECONDS: '0',
      PORT: '0',
      LOG_LEVEL: 'error',
    },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The demo data was not created: exit code ${code}.`)
}

async function startServer(
  first: Version,
  { dataFolder, env, logFile }: { dataFolder: string; env: Record<string, string>; logFile: string },
): Promise<Server> {
  const port = await freePort()
  const start = (version: Version, into = logFile) =>
    startProductionServer({ dataFolder, port, isApiOnly: true, env, logFile: into, root: version.folder })
  const initial = await start(first)
  let running: ProductionServer | null = initial
  async function end() {
    if (running) await drain(running)
    running = null
  }
  return {
    url: initial.url,
    async replace(version) {
      await end()
      running = await start(version).catch(async (error) => {
        throw new Error(`${error.message}\n${(await readFile(logFile, 'utf8')).slice(-2000)}`)
      })
    },
    async rejectionOf(version) {
      await end()
      const log = `${logFile}.refused`
      const outcome = await start(version, log).then(
        () => 'started',
        () => 'refused',
      )
      return outcome === 'started' ? outcome : (await readFile(log, 'utf8')).trim()
    },
    stop: async () => running?.stop(),
  }
}
