import { chown, lstat, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { hashOf } from './folder.ts'

/** How clients connect: a Unix socket, or loopback with a password where sockets are not available (Windows). */
export type Endpoint =
  | { kind: 'socket'; folder: string; port: 5432 }
  | { kind: 'loopback'; port: number; password: string }

export const passwordFile = (folder: string) => join(folder, 'wheelbook.password')

/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, including the final zero. */
const longestSocketPath = 100

/**
 * Returns the data folder, or a short private folder if the path is too long or contains a comma, which would make it a
 * list.
 */
export function socketFolderFor(folder: string): string {
  const fits = Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath
  return fits && !/[,"]/.test(folder) ? folder : join(tmpdir(), `wheelbook-${hashOf(folder)}`)
}

async function makePrivate(folder: string, account: Account) {
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  await mkdir(folder, { mode: 0o700 }).then(
    () => chown(folder, owner.uid, owner.gid),
    () => {},
  )
  const found = await lstat(folder)
  if (found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0) return
  throw new EmbeddedPostgresError(
    'no_access',
    `The folder ${folder}, for PostgreSQL's socket, belongs to another user. Remove it, or name a shorter data folder.`,
  )
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

const readPassword = async (folder: string) => (await readFile(passwordFile(folder), 'utf8')).trim()

/** Returns the endpoint for a server that is about to start. A restart reuses the one that its clients know. */
export async function prepareEndpoint(
  folder: string,
  account: Account,
  kind: Endpoint['kind'],
): Promise<Endpoint> {
  if (kind === 'loopback') return { kind, port: await freePort(), password: await readPassword(folder) }
  const socketFolder = socketFolderFor(folder)
  if (socketFolder !== folder) await makePrivate(socketFolder, account)
  return { kind, folder: socketFolder, port: 5432 }
}

/** Reads the endpoint of a running server from postmaster.pid. */
export async function endpointOf(
  folder: string,
  running: { port: number; socketFolder: string },
): Promise<Endpoint> {
  if (running.socketFolder) return { kind: 'socket', folder: running.socketFolder, port: 5432 }
  return { kind: 'loopback', port: running.port, password: await readPassword(folder) }
}

/** Returns a connection string for `pg`, libpq and others that accept PostgreSQL URLs. */
export function connectionStringFor(endpoint: Endpoint, user: string, database: string): string {
  return endpoint.kind === 'socket'
    ? `postgresql://${user}@localhost:${endpoint.port}/${database}?host=${encodeURIComponent(endpoint.folder)}`
    : `postgresql://${user}:${endpoint.password}@127.0.0.1:${endpoint.port}/${database}`
}
