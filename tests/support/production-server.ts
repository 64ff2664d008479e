import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionStringFor, socketFolderFor } from '#server/db/embedded/endpoint.ts'

const ROOT = join(import.meta.dirname, '../..')

interface ProductionServerOptions {
  /** Must be accessible to PostgreSQL's user when run as root. */
  dataFolder: string
  port?: number
  /** Runs without the app, so that no build is needed. */
  isApiOnly?: boolean
  env?: Record<string, string>
  /** CPU core for the server and its PostgreSQL. */
  core?: number | undefined
  /** Arguments of node before the script. */
  nodeOptions?: string[]
  /** File for the log. Default: discarded. */
  logFile?: string
  /** Time limit until it is ready. Default: a minute. Migrating a large database needs more. */
  timeoutMs?: number
  /** Folder of another version to run. Default: this one. */
  root?: string
}

/** As in `npm start`: limits the space for young objects, which otherwise keeps some 50 MB of an idle server. */
const NODE_OPTIONS = ['--max-semi-space-size=4', '--heap-growing-percent=100']

/** Starts the server as in production: `node server/main.ts` as a separate process with an embedded PostgreSQL. */
export async function startProductionServer(options: ProductionServerOptions) {
  const port = options.port ?? (await freePort())
  const log = options.logFile ? openSync(options.logFile, 'a') : 'pipe'
  const script = options.isApiOnly ? 'tests/support/api-only.ts' : 'server/main.ts'
  const root = options.root ?? ROOT
  const node = [process.execPath, ...NODE_OPTIONS, ...(options.nodeOptions ?? []), join(root, script)]
  const [command = '', ...args] = onCore(options.core, node)
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_FOLDER: options.dataFolder,
      DATABASE_URL: '',
      DEMO: 'false',
      CATALOGUE: 'false',
      ...options.env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const lastLines = keepLastLines(child)
  await untilReady(url, child, options.timeoutMs).catch((error: Error) => {
    throw new Error(`${error.message}\n${lastLines()}`)
  })
  return {
    url,
    port,
    child,
    exited,
    databaseUrl: databaseUrlOf(options.dataFolder),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      return exited
    },
  }
}
export type ProductionServer = Awaited<ReturnType<typeof startProductionServer>>

/** Reads the output of the process, which would block on a full pipe, and returns its last 4,000 characters. */
function keepLastLines(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4_000)
    })
  return () => text
}

/** Returns the connection string of a running server's embedded database, as its owner. */
export function databaseUrlOf(dataFolder: string): string {
  const folder = socketFolderFor(join(dataFolder, 'postgres'))
  return connectionStringFor({ kind: 'socket', folder, port: 5432 }, 'wheelbook', 'wheelbook')
}

/** Binds a command to one CPU core. Unchanged when no core is given. */
export const onCore = (core: number | undefined, command: string[]): string[] =>
  core === undefined ? command : ['taskset', '-c', String(core), ...command]

/** Waits until the server reports that it can write to its database. */
export async function untilReady(url: string, child?: ChildProcess, timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (child && (child.exitCode !== null || child.signalCode !== null))
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} before it was ready.`)
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await sleep(20)
  }
  throw new Error(`No server at ${url} within ${timeoutMs} ms.`)
}

/**
 * Returns a free port below those that the system gives to outgoing connections (from 32,768), which could take
 * it before the server listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    if (await canListen(port)) return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
