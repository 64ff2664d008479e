import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresNode, startPrimary } from '#tests/support/postgres-node.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { type CpuQuota, createCpuQuota } from './cpu-quota.ts'
import type { PartKind } from './limits.ts'

/** A process with its descendants, as a machine of its own. */
export interface Part {
  kind: PartKind
  pid: number
  /** Cores that it may use. */
  allowed: number
}

export interface RunningServer {
  url: string
  internalUrl: string
  part: Part
}

/** Cores of each machine. Null: no limit, because quotas are not possible here. */
export type MachineCores = number | null

/** The database machines. The replica is added when a part of the benchmark needs it. */
export interface DatabaseMachines {
  url: string
  primary: Part
  /** Adds the replica at the first call. */
  addReplica(): Promise<{ url: string; part: Part }>
  /** Limits the primary from now on: data are made at full speed. */
  limit(): void
  stop(): Promise<void>
}

export async function startDatabaseMachines(cores: MachineCores): Promise<DatabaseMachines> {
  const { primary, stopAll } = await startPrimary()
  const quotas: CpuQuota[] = []
  const partOf = async (kind: PartKind, node: PostgresNode): Promise<Part> => {
    const [row] = await node.asSuperuser<{ data_directory: string }>('show data_directory')
    const pid = Number(readFileSync(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
    return { kind, pid, allowed: cores ?? 1 }
  }
  const limit = (part: Part) => {
    const quota = cores === null ? null : createCpuQuota(part.kind, cores)
    quota?.add(part.pid)
    if (quota) quotas.push(quota)
  }
  const first = await partOf('primary', primary)
  let replica: Promise<{ url: string; part: Part }> | null = null
  async function startReplica() {
    const node = await primary.addStandby('replica')
    const part = await partOf('replica', node)
    limit(part)
    return { url: node.url, part }
  }
  return {
    url: primary.url,
    primary: first,
    addReplica: () => (replica ??= startReplica()),
    limit: () => limit(first),
    async stop() {
      await stopAll()
      for (const quota of quotas) await quota.remove()
    },
  }
}

interface ServersOptions {
  count: number
  folder: string
  databaseUrl: string
  replicaUrl: string | null
  cores: MachineCores
}

/** Starts equal servers. Each is the main thread of one process, so it uses one core at most. */
export async function startServers({ count, folder, databaseUrl, replicaUrl, cores }: ServersOptions) {
  const servers: (RunningServer & { process: ProductionServer; quota: CpuQuota | null })[] = []
  for (let nth = 1; nth <= count; nth++) {
    const dataFolder = join(folder, `server-${nth}`)
    await mkdir(dataFolder, { recursive: true })
    const internalPort = await freePort()
    const process = await startProductionServer({
      dataFolder,
      isApiOnly: true,
      env: {
        DATABASE_URL: databaseUrl,
        METRICS_PORT: String(internalPort),
        TRUST_PROXY: '1',
        DRAIN_SECONDS: '0',
        ...(replicaUrl !== null && { DATABASE_REPLICA_URL: replicaUrl }),
      },
    })
    const { pid = 0 } = process.child
    const quota = cores === null ? null : createCpuQuota(`server-${nth}`, cores)
    quota?.add(pid)
    servers.push({
      process,
      quota,
      url: process.url,
      internalUrl: `http://127.0.0.1:${internalPort}`,
      part: { kind: 'server', pid, allowed: cores ?? 1 },
    })
  }
  return {
    servers: servers as RunningServer[],
    async stop() {
      await Promise.all(servers.map(({ process }) => process.stop()))
      for (const { quota } of servers) await quota?.remove()
    },
  }
}
