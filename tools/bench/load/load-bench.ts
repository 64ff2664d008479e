import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { type CpuQuota, createCpuQuota } from './cpu-quota.ts'
import { type Generator, startGenerator } from './generator-process.ts'
import {
  type DatabaseMachines,
  type MachineCores,
  startDatabaseMachines,
  startServers,
} from './installation.ts'
import { reportTopology, TOPOLOGIES, type Topology } from './load-report.ts'
import { searchLimit } from './search.ts'
import { type LoadWorld, makeLoadWorld, WORLD_TEXT } from './world.ts'

interface LoadRun {
  folder: string
  cores: MachineCores
  seconds: number
  nominalSeconds: number
  stepsMax: number
  seed: string
}

/**
 * Measures how many calls per second one and two servers carry, with and without a replica, and names what limits them
 * first. The load is open: calls arrive on a schedule, whether or not earlier ones were answered. Servers and databases are
 * limited to `--cores 0.4` of a core each, so that they fit on one machine without taking each other's time.
 * `--seconds 12 --nominal 40` are the lengths of the steps, `--only <part of a name>` selects installations, `--seed`
 * another schedule.
 */
export async function loadBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      cores: { type: 'string', default: '0.4' },
      seconds: { type: 'string', default: '12' },
      nominal: { type: 'string', default: '40' },
      only: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
    },
  })
  const print = (line: string) => console.error(`  … ${line}`)
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-load-'))
  // Also when a signal ends the run.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const cores = (await canLimit()) ? Number(values.cores) : null
  if (cores === null)
    print('no CPU quotas here (root and cgroups version 1): the parts take time from each other')
  const run: LoadRun = {
    folder,
    cores,
    seed: values.seed,
    ...(values.quick
      ? { seconds: 3, nominalSeconds: 4, stepsMax: 3 }
      : { seconds: Number(values.seconds), nominalSeconds: Number(values.nominal), stepsMax: 10 }),
  }
  const databases = await startDatabaseMachines(cores)
  let generator: Generator | null = null
  let generatorQuota: CpuQuota | null = null
  try {
    print(WORLD_TEXT)
    const world = await fill(run, databases, print)
    generator = await startGenerator(world, folder)
    await prepare(run, databases, generator, print)
    databases.limit()
    // One core, as for any process of Node, but first in line: a late generator would measure itself.
    generatorQuota = cores === null ? null : createCpuQuota('generator', 1, 65_536)
    generatorQuota?.add(generator.part.pid)
    for (const topology of TOPOLOGIES.filter(({ name }) => name.includes(values.only))) {
      print(topology.name)
      await measureTopology(run, databases, generator, topology, report, print)
    }
  } finally {
    await generator?.stop()
    await generatorQuota?.remove()
    await databases.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function canLimit(): Promise<boolean> {
  const probe = createCpuQuota('probe', 0.5)
  await probe?.remove()
  return probe !== null
}

/** The first server migrates the database, and the data follow. */
async function fill(
  { folder }: LoadRun,
  { url }: DatabaseMachines,
  print: (line: string) => void,
): Promise<LoadWorld> {
  const running = await startServers({ count: 1, folder, databaseUrl: url, replicaUrl: null, cores: null })
  const db = openDatabase(url, { max: 1 })
  try {
    return await makeLoadWorld(db, print)
  } finally {
    await db.close()
    await running.stop()
  }
}

/** At full speed: the first syncs of all phones are not measured. */
async function prepare(
  { folder }: LoadRun,
  { url }: DatabaseMachines,
  generator: Generator,
  print: (line: string) => void,
): Promise<void> {
  print('first sync of every phone')
  const running = await startServers({ count: 1, folder, databaseUrl: url, replicaUrl: null, cores: null })
  try {
    await generator.prepare(running.servers.map((server) => server.url))
  } finally {
    await running.stop()
  }
}

async function measureTopology(
  { folder, cores, ...run }: LoadRun,
  databases: DatabaseMachines,
  generator: Generator,
  topology: Topology,
  report: Report,
  print: (line: string) => void,
): Promise<void> {
  const replica = topology.hasReplica ? await databases.addReplica() : null
  const { servers, stop } = await startServers({
    count: topology.servers,
    folder,
    cores,
    databaseUrl: databases.url,
    replicaUrl: replica?.url ?? null,
  })
  try {
    const parts = [databases.primary, ...(replica ? [replica.part] : [])]
    const limit = await searchLimit({ ...run, generator, servers, databases: parts, print })
    reportTopology(report, topology, limit)
  } finally {
    await stop()
  }
}
