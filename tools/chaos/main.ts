// npm run chaos: mixed work on two servers behind nginx while parts of the installation fail. Reports what was lost, what
// was doubled, how long each kind of fault was felt, and which alerts were missing. Exits with 1 if anything is wrong.

import { argv } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isAcknowledged } from '#tests/api/core/kills.sender.ts'
import { type Report, runAndReport } from '#tools/bench/report/report.ts'
import { compare, filesOf } from '#tools/installation/compare.ts'
import { expectedAlerts, judgeAlerts } from './expected-alerts.ts'
import { FAULTS, type Fault } from './faults.ts'
import { startManagers } from './managers.ts'
import { orderOf, randomOf } from './order.ts'
import { createUsers } from './users.ts'
import { watchHealth, watchOutages } from './watch.ts'
import { startWorld, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** Names of the faults, separated by commas. */
    only: { type: 'string' },
    /** Commit of the version before the upgrade. Default: the working tree. */
    from: { type: 'string' },
    'no-record': { type: 'boolean', default: false },
  },
})
/** Alerts that fired, by kind of fault. */
const firedBy = new Map<string, Set<string>>()
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the kinds of faults to cause here. */
function kindsFor(world: World): [string, Fault][] {
  const only = values.only?.split(',')
  const wanted = Object.entries(FAULTS).filter(([name]) => only?.includes(name) ?? true)
  if (wanted.length === 0) throw new Error(`--only takes: ${Object.keys(FAULTS).join(', ')}`)
  return wanted.filter(([name, { isPossible }]) => {
    const is = isPossible?.(world) ?? true
    if (!is) print(`Not possible here, left out: ${name}`)
    return is
  })
}

/** Starts phones and managers, and everything that watches what they see. */
async function startWork(world: World) {
  const users = await createUsers(world)
  const outages = watchOutages(users.client)
  const health = watchHealth(world.servers.map((server) => server.internalUrl))
  const missedParts: string[] = []
  const stopPhones = users.sender.startWriting({ retryMs: 500 })
  const managers = startManagers({
    client: users.client,
    db: world.databases.db,
    vehicleIds: users.ofManagers,
    wrote: outages.wrote,
    missed: (part) => missedParts.push(part),
  })
  return { users, outages, health, missedParts, stopPhones, managers }
}
type Work = Awaited<ReturnType<typeof startWork>>

/** Causes the faults one after the other. @returns what went wrong */
async function causeFaults(
  world: World,
  { users, outages, health, missedParts, managers }: Work,
  order: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  const random = randomOf(Number(values.seed))
  const pauseMs = (Number(values.minutes) * 60_000) / order.length
  for (const [i, name] of order.entries()) {
    await world.alerts?.begin(expectedAlerts(name))
    const startedAt = performance.now()
    const fault = FAULTS[name]
    if (!fault) continue
    outages.begin(name)
    health.begin()
    users.forget()
    missedParts.length = 0
    // A fault that fails is reported as a problem, and the run continues with the next one.
    await fault
      .act(world, random, () => users.sender.entries.filter(isAcknowledged))
      .catch((error: Error) => problems.push(`${name}: ${error.message}`))
    if (fault.alert && !health.seen().has(fault.alert)) problems.push(`${name}: no alert ${fault.alert}`)
    await outages.untilServed()
    managers.check()
    if (world.alerts) {
      const fired = world.alerts.fired()
      const { missing, withoutCause } = judgeAlerts(fired, { fault: name, before: order[i - 1] ?? '' })
      for (const alert of fired) firedBy.set(name, (firedBy.get(name) ?? new Set()).add(alert))
      for (const alert of missing) problems.push(`${name}: ${alert} did not fire`)
      for (const alert of withoutCause) problems.push(`${name}: ${alert} fired without a cause`)
    }
    print(
      `${i + 1}/${order.length} ${name}: ${Math.round(performance.now() - startedAt)} ms, slowest answer ${users.slowestMs()} ms, failed requests ${users.failures().length}`,
    )
    if (users.slowestMs() > (fault.answersWithinMs ?? Number.POSITIVE_INFINITY))
      problems.push(`${name}: a response took ${users.slowestMs()} ms`)
    for (const failure of users.failures())
      if (fault.rejection && / \d{3} \S+$/.test(failure) && !failure.endsWith(` ${fault.rejection}`))
        problems.push(`${name}: ${failure}`)
    if (fault.isPlanned)
      problems.push(...[...users.failures(), ...missedParts].map((failure) => `${name}: ${failure}`))
    await sleep(Math.max(0, pauseMs - (performance.now() - startedAt)))
  }
  return problems
}

/** Ends the work, compares what was acknowledged with what is there, and reports it. */
async function judge({ databases: { db } }: World, work: Work, report: Report): Promise<void> {
  const { users, outages, health, stopPhones, managers } = work
  outages.stop()
  health.stop()
  print('Waiting for the phones and managers …')
  await stopPhones()
  const { edits, wrong } = await managers.stop()
  const { entries, calls } = users.sender
  if (!entries.every(isAcknowledged)) throw new Error('A phone stopped with an entry that was not sent.')
  print('Comparing …')
  const { files, lost, doubled, wrongFiles } = await compare(db, filesOf(users.client), entries)
  const done = { entries: entries.length, files, calls: calls.length, 'edits of managers': edits }
  for (const [figure, value] of Object.entries(done)) report({ figure, value, unit: '', goal: null })
  const wrongs = {
    'entries acknowledged and lost': lost,
    'entries doubled': doubled,
    'files lost or altered': wrongFiles,
    'vehicles whose edits were lost or doubled': wrong,
  }
  for (const [figure, value] of Object.entries(wrongs))
    report({ figure, value, unit: '', goal: { atMost: 0 } })
}

/** Reports how long each kind of fault was felt. */
function reportOutages(report: Report, { outages }: Work, order: readonly string[]): void {
  for (const [name, times] of Object.entries(Object.groupBy(order, (each) => each))) {
    const { reads, writes } = outages.longest(name)
    const samples = times?.length ?? 0
    report({
      figure: `${name}: longest time without a read`,
      value: reads / 1000,
      unit: 's',
      goal: null,
      samples,
    })
    report({
      figure: `${name}: longest time without an acknowledged write`,
      value: writes / 1000,
      unit: 's',
      goal: null,
      samples,
    })
  }
}

async function chaos(report: Report): Promise<void> {
  print(
    'Building both versions; starting nginx, two servers, PostgreSQL with a replica, a file store and mail …',
  )
  const world = await startWorld({ from: values.from })
  try {
    const kinds = kindsFor(world)
    const namesOf = (isOnce: boolean) =>
      kinds.filter(([, fault]) => (fault.isOnce ?? false) === isOnce).map(([name]) => name)
    const random = randomOf(Number(values.seed) + 1)
    const order = orderOf(namesOf(false), namesOf(true), { faults: Number(values.faults), random })
    const startedAt = performance.now()
    const work = await startWork(world)
    const problems = await causeFaults(world, work, order)
    report({ figure: 'faults', value: order.length, unit: '', goal: null })
    report({ figure: 'minutes', value: (performance.now() - startedAt) / 60_000, unit: 'min', goal: null })
    await judge(world, work, report)
    reportOutages(report, work, order)
    print(
      world.alerts
        ? 'Alerts of deploy/prometheus/alerts.yml, evaluated by Prometheus without their waiting times, rates over 24 s:'
        : 'ALERTS NOT EVALUATED: prometheus is not installed (apt-get install prometheus).',
    )
    for (const [name, fired] of firedBy) print(`${name.padEnd(34)} ${[...fired].join(', ')}`)
    for (const problem of problems.slice(0, 50)) print(`PROBLEM: ${problem}`)
    const note = world.alerts ? 'alerts included' : 'alerts not evaluated'
    report({ figure: 'problems', value: problems.length, unit: '', goal: { atMost: 0 }, note })
  } finally {
    await world.stop()
  }
}

const isStored = values.only === undefined && !values['no-record']
process.exitCode = (await runAndReport('chaos', { args: argv.slice(2), isStored }, chaos)) ? 0 : 1
