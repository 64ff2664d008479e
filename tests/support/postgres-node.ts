// PostgreSQL servers that replicate from each other, made of the binaries of the package.
import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, runsAsRoot, systemAccount } from '#server/db/embedded/account.ts'
import { type Binaries, prepareBinaries } from '#server/db/embedded/binaries.ts'
import { createCluster } from '#server/db/embedded/cluster.ts'
import { ensureDatabase } from '#server/db/embedded/database.ts'
import { connectionStringFor, type Endpoint, prepareEndpoint } from '#server/db/embedded/endpoint.ts'
import { launchPostmaster, type Postmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'

const run = promisify(execFile)

interface Machine {
  account: Account
  binaries: Binaries
  root: string
  folder: string
  mount: MountDisk | undefined
  disk: NodeDisk | null
}

/** The disk of one machine, which can be filled. */
interface NodeDisk {
  fill(): Promise<void>
  empty(): Promise<void>
  stop(): Promise<void>
}
/** Creates a folder on a disk of its own. Null: the folder is an ordinary one. */
type MountDisk = (folder: string) => Promise<NodeDisk | null>

/** One PostgreSQL on loopback. Its port stays when it restarts. */
export interface PostgresNode {
  name: string
  port: number
  /** Null: it has no disk of its own. */
  disk: NodeDisk | null
  /** Connects as the owner of the database, as Wheelbook does. */
  url: string
  /** Runs a statement as superuser. */
  asSuperuser<Row extends object>(statement: string): Promise<Row[]>
  /** Kills the whole server as a power cut would. */
  kill(): Promise<void>
  /** Starts it unless it runs. */
  start(): Promise<void>
  /** Ends replication: this server becomes a primary. */
  promote(): Promise<void>
  /** Creates a standby that streams from `fromPort` (default: this server's). */
  addStandby(name: string, fromPort?: number): Promise<PostgresNode>
  stop(): Promise<void>
}

/**
 * Starts a primary with an empty database in a temporary folder. `stopAll` stops it and its standbys. `mount`: each gets a
 * disk of its own.
 */
export async function startPrimary({ mount }: { mount?: MountDisk } = {}): Promise<{
  primary: PostgresNode
  stopAll(): Promise<void>
}> {
  const root = await mkdtemp(join(tmpdir(), 'wheelbook-nodes-'))
  const account = runsAsRoot() ? await systemAccount(() => {}) : undefined
  if (account) await run('chown', [`${account.uid}:${account.gid}`, root])
  const binaries = await prepareBinaries(account, join(root, 'pg'), () => {})
  const machine = { account, binaries, root, mount }
  const place = await placeFor('primary', machine)
  await createCluster(place.folder, binaries, account, 'loopback')
  const nodes: PostgresNode[] = []
  const primary = await startNode('primary', { ...machine, ...place }, nodes)
  return {
    primary,
    async stopAll() {
      for (const node of nodes) {
        await node.stop()
        await node.disk?.stop()
      }
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Returns the folder for the data of a node, on a disk of its own if there are such. */
async function placeFor(
  name: string,
  { root, mount, account }: Pick<Machine, 'root' | 'mount' | 'account'>,
): Promise<Pick<Machine, 'folder' | 'disk'>> {
  const folder = join(root, name)
  if (!mount) return { folder, disk: null }
  const disk = await mount(folder)
  if (account) await run('chown', [`${account.uid}:${account.gid}`, folder])
  return { folder: join(folder, 'data'), disk }
}

async function startNode(name: string, machine: Machine, nodes: PostgresNode[]): Promise<PostgresNode> {
  const { folder, binaries, account, disk } = machine
  const endpoint = await prepareEndpoint(folder, account, 'loopback')
  if (endpoint.kind !== 'loopback') throw new Error('Nodes replicate over TCP.')
  let postmaster: Postmaster | null = null
  async function launch() {
    const launched = await launchPostmaster(folder, binaries, account, endpoint)
    postmaster = launched
    void launched.exited.then(() => {
      if (postmaster === launched) postmaster = null
    })
  }
  await launch()
  const asSuperuser = <Row extends object>(statement: string) => query<Row>(endpoint, statement)
  const node: PostgresNode = {
    name,
    port: endpoint.port,
    disk,
    asSuperuser,
    url: connectionStringFor(endpoint, 'wheelbook', 'wheelbook'),
    async kill() {
      const stopped = postmaster
      postmaster = null
      if (!stopped) return
      // PostgreSQL's children notice the death of their parent by themselves.
      process.kill(stopped.pid, 'SIGKILL')
      await stopped.exited
    },
    async start() {
      if (postmaster === null) await launch()
    },
    async promote() {
      await asSuperuser('select pg_promote()')
    },
    async addStandby(standbyName, fromPort = endpoint.port) {
      const copy = { ...machine, ...(await placeFor(standbyName, machine)) }
      await copyForStandby(machine, copy.folder, endpoint, {
        host: '127.0.0.1',
        port: String(fromPort),
        user: 'postgres',
        password: endpoint.password,
        application_name: standbyName,
        connect_timeout: '2',
      })
      return startNode(standbyName, copy, nodes)
    },
    async stop() {
      if (postmaster) await stopPostmaster(postmaster.pid, folder, binaries)
      postmaster = null
    },
  }
  nodes.unshift(node)
  const [role] = await asSuperuser<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (!role?.standby) await ensureDatabase(endpoint)
  return node
}

async function query<Row extends object>(endpoint: Endpoint, statement: string): Promise<Row[]> {
  const client = await connect(endpoint)
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

async function connect(endpoint: Endpoint): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: connectionStringFor(endpoint, 'postgres', 'postgres') })
  client.on('error', () => {})
  await client.connect()
  return client
}

const COPY_ATTEMPTS = 5

/** Copies the folder of a running server between the start and the end of a backup, which makes the copy consistent. */
async function copyForStandby(
  { folder, account }: Machine,
  target: string,
  endpoint: Endpoint,
  connection: Record<string, string>,
) {
  const client = await connect(endpoint)
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    for (let attempt = 1; ; attempt++) {
      await rm(target, { recursive: true, force: true })
      const failure = await cp(folder, target, { recursive: true, filter: isCopied }).then(
        () => null,
        (error: Error) => error,
      )
      if (failure === null) break
      // A file that the server removed meanwhile.
      if (attempt === COPY_ATTEMPTS) throw failure
    }
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  const conninfo = Object.entries(connection).map(([key, value]) => `${key}=${value}`)
  await writeFile(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo.join(' ')}'\nwal_retrieve_retry_interval = '500ms'\n`,
  )
  await writeFile(join(target, 'standby.signal'), '')
  await chmod(target, 0o700)
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, target])
}

/** The standby streams the write-ahead log, and has a process and temporary files of its own. */
const isCopied = (path: string) =>
  !/postmaster\.(pid|opts)$|standby\.signal$|pg_wal\/(\w{24}|\w+\.history|archive_status\/.*)$|pgsql_tmp|pg_internal\.init/.test(
    path,
  )
