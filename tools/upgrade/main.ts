// npm run upgrade-test: replaces two servers of an old version by new ones, one by one, while phones write and users read,
// then puts the old version back. Exits with 1 if a request failed, or an entry was lost or doubled.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from '#server/db/sql.ts'
import { builders } from '#tests/support/builders.ts'
import { clientOf } from '#tests/support/client.ts'
import { defaultCommits, newVersion, oldVersion, type Version } from '#tools/installation/versions.ts'
import { type Installation, startInstallation } from './installation.ts'
import { idsOf, readsOf } from './reads.ts'
import { startTraffic, type TrafficInput } from './traffic.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    /** Seconds of each state of the installation. */
    seconds: { type: 'string', default: '10' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const stay = () => sleep(Number(values.seconds) * 1000)
const READERS = ['owner@harborline.example', 'driver@harborline.example', 'super@meridian.example']

/** Prepares users, vehicles and addresses for the traffic. */
async function prepare({ db, url }: Installation, version: Version): Promise<TrafficInput> {
  const users = await db.query<{ id: number; email: string; fleet_id: number | null }>(
    sql`select id, email, fleet_id from users where email = any(${READERS})`,
  )
  const inOrder = READERS.map((email) => users.find((user) => user.email === email))
  const fleetId = inOrder[0]?.fleet_id ?? 0
  const build = builders(db)
  const tokens = await Promise.all(
    inOrder.map((user) => build.session({ id: user?.id ?? 0, fleetId: user?.fleet_id ?? fleetId })),
  )
  const vehicles = await db.query<{ id: number }>(
    sql`select id from vehicles where fleet_id = ${fleetId} and is_active order by id limit 24`,
  )
  return {
    url,
    cookies: tokens.map((token) => `authentication_token=${token}`),
    reads: readsOf(version, await idsOf(db, fleetId)),
    vehicleIds: vehicles.map(({ id }) => id),
    serviceId: (await build.service()).id,
  }
}

/** Returns the status of every read, by user and address. 0: the response was interrupted. */
async function statusesOf(serverUrl: string, { cookies, reads }: TrafficInput): Promise<Map<string, number>> {
  const statuses = new Map<string, number>()
  for (const [i, cookie] of cookies.entries())
    for (const path of reads) {
      const response = await clientOf(serverUrl, { cookie })
        .get(path)
        .catch(() => null)
      statuses.set(`${READERS[i]} GET ${path}`, response?.status ?? 0)
    }
  return statuses
}

const differences = (before: Map<string, number>, after: Map<string, number>) =>
  [...before].flatMap(([read, status]) =>
    after.get(read) === status ? [] : [`${read}: ${status} before, ${after.get(read)} on the new schema`],
  )

/** Puts the old version back on the new schema, and goes forward again. @returns what went wrong */
async function rollBack(
  { servers: [first, second] }: Installation,
  {
    old,
    next,
    input,
    before,
  }: { old: Version; next: Version; input: TrafficInput; before: Map<string, number> },
): Promise<string[]> {
  if (!old.acceptsNewer) {
    const rejection = await first.rejectionOf(old)
    print(`  the old version refuses the new schema: ${rejection}`)
    await first.replace(next)
    return rejection.includes('does not know. Start a newer version.')
      ? []
      : [`Unclear rejection: ${rejection}`]
  }
  print('  putting the old version back')
  await first.replace(old)
  const problems = differences(before, await statusesOf(first.url, input))
  await second.replace(old)
  await stay()
  print('  going forward again')
  await first.replace(next)
  await second.replace(next)
  return problems
}

/** Upgrades from one version. @returns what went wrong */
async function upgrade(old: Version, next: Version): Promise<string[]> {
  const added = next.migrations.filter((name) => !old.migrations.includes(name))
  print(`${old.name} to the working tree, which adds ${added.join(', ')}`)
  const installation = await startInstallation(old)
  try {
    const input = await prepare(installation, old)
    const [first, second] = installation.servers
    const before = await statusesOf(second.url, input)
    const traffic = startTraffic(input)
    await stay()
    print('  replacing the first server')
    await first.replace(next)
    const problems = differences(before, await statusesOf(second.url, input))
    const good = [...before.values()].filter((status) => status < 300).length
    print(`  reads of the old version on the new schema: ${before.size}, ${good} of them with content`)
    await stay()
    print('  replacing the second server')
    await second.replace(next)
    await stay()
    problems.push(...(await rollBack(installation, { old, next, input, before })))
    await stay()
    const { calls, longestMs, entries, files, lost, doubled, wrongFiles } = await traffic.stop(
      installation.db,
    )
    print(`  requests ${calls}, failed ${traffic.failures.length}, longest ${longestMs} ms`)
    print(
      `  entries ${entries}, files ${files}: lost ${lost}, doubled ${doubled}, files not as sent ${wrongFiles}`,
    )
    if (lost + doubled + wrongFiles > 0) problems.push('Entries or files are not as sent.')
    const all = [...problems, ...traffic.failures]
    if (all.length > 0) print(await installation.complaints())
    return all
  } finally {
    await installation.stop()
  }
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-versions-'))
  try {
    const next = await newVersion(join(folder, 'new'))
    let isGood = true
    for (const commit of values.from === undefined ? defaultCommits() : [values.from]) {
      const problems = await upgrade(await oldVersion(join(folder, commit), commit), next)
      for (const problem of problems.slice(0, 20)) print(`  PROBLEM: ${problem}`)
      isGood &&= problems.length === 0
    }
    return isGood
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main()) ? 0 : 1
