import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import type { Page } from '#tests/offline/fault-server.ts'
import { bundle } from '#tests/offline/harness/build.ts'
import { DEVICE_KILLS, type Device, type DeviceKill, startDevice } from './device.ts'
import { type AttemptFault, openFaultyConnection } from './faulty-connection.ts'
import { type Loss, openLedger, type Verdict } from './ledger.ts'
import type { OnDevice } from './page.ts'
import { SERVER_KILLS, type ServerKill, startWorld } from './world.ts'

export interface SoakOptions {
  entries: number
  kills: number
  devices: number
  seed: number
  /** Receives progress messages. */
  print?: (line: string) => void
}

export interface SoakReport extends Verdict {
  options: Omit<SoakOptions, 'print'>
  kills: Record<DeviceKill | ServerKill, number>
  faults: Record<AttemptFault, number>
  calls: number
  refused: { name: string; why: string }[]
  /** What needs the user at the end, by device. */
  needsYou: OnDevice['needsYou']
  /** What still waits on the devices at the time limit: neither lost nor arrived. */
  stranded: number
  seconds: number
}

/** Share of the kills that hit server and database; the others hit browser, tab and worker. */
const SERVER_SHARE = 0.3
/** A phone that sends nothing for this long, on a connection without faults, is stuck. */
const STUCK_MS = 5 * 60_000

/**
 * Enters on several phones at once, in two tabs each that restore the same drafts, over a faulty connection. Meanwhile
 * browsers, tabs, workers, server and database are killed. After each kill, everything confirmed to users as saved is
 * looked up. At the end the faults stop, everything is sent, and the server must have everything exactly once.
 */
export async function soak({ print = () => {}, ...options }: SoakOptions): Promise<SoakReport> {
  const startedAt = Date.now()
  const world = await startWorld(options.devices)
  const ledger = openLedger(world.databaseUrl)
  const line = await openFaultyConnection(options.seed, world, await buildPages())
  const devices: Device[] = []
  let progressTimer: NodeJS.Timeout | undefined
  try {
    for (const [nth, user] of world.users.entries())
      devices.push(await startDevice({ ...options, ...world, nth, user, origin: line.origin, ledger }))
    const lives = Math.ceil((options.kills * (1 - SERVER_SHARE)) / options.devices)
    const perLife = Math.ceil(options.entries / (lives * options.devices))
    const killsOf = () =>
      sumOf(
        devices.map(({ kills }) => kills),
        [...DEVICE_KILLS],
      )
    const ends = new AbortController()
    const killing = killServers(world, options, ends.signal)
    progressTimer = setInterval(() => {
      const kills = [...Object.values(killsOf()), ...Object.values(world.kills)].reduce((a, b) => a + b, 0)
      print(`${ledger.entries()} entries, ${kills} kills, ${line.calls()} calls, ${ledger.lost()} lost`)
    }, 10_000)
    try {
      await Promise.all(
        devices.map(async (device) => {
          for (let life = 0; life < lives || ledger.entries() < options.entries; life++)
            await device.live(perLife)
        }),
      )
      await killing
    } finally {
      ends.abort()
      await killing.catch(() => {})
    }
    line.heal()
    const left = await Promise.all(devices.map((device) => device.drain(STUCK_MS)))
    return {
      options,
      ...(await ledger.verdict(joined(left))),
      kills: { ...killsOf(), ...world.kills },
      faults: line.faults,
      calls: line.calls(),
      refused: ledger.refused,
      needsYou: left.flatMap(({ needsYou }) => needsYou),
      stranded: joined(left).poNumbers.length + joined(left).files.length,
      seconds: Math.round((Date.now() - startedAt) / 1000),
    }
  } finally {
    clearInterval(progressTimer)
    await Promise.all(devices.map((device) => device.remove()))
    await ledger.close()
    await line.close()
    await world.remove()
  }
}

/** Returns the problems of a run; empty if there are none. */
export function faultsOf(report: SoakReport): string[] {
  const describe = (how: string) => (loss: Loss) => `${how}: ${loss.what} of ${loss.name}, seen ${loss.at}`
  const lost = [...report.lost.map(describe('lost')), ...report.overwritten.map(describe('overwritten'))]
  const person = report.needsYou.map((op) => `needs the user: ${op.entityId} ${op.state} ${op.code}`)
  const refused = report.refused.map(({ name, why }) => `refused at the form: ${name} ${why}`)
  const stranded = report.stranded > 0 ? [`still on a device at the end: ${report.stranded}`] : []
  return [...lost, ...stranded, ...report.doubled.map((what) => `doubled: ${what}`), ...person, ...refused]
}

async function killServers(
  world: Awaited<ReturnType<typeof startWorld>>,
  { kills, seed }: SoakOptions,
  signal: AbortSignal,
): Promise<void> {
  const random = seededRandom(`${seed}/server`)
  const times = Math.floor(kills * SERVER_SHARE)
  for (let done = 0; done < times && !signal.aborted; done++) {
    await sleep(1000 + random() * 3000)
    await world.kill(SERVER_KILLS[Math.floor(random() * SERVER_KILLS.length)] ?? 'server')
  }
}

async function buildPages(): Promise<(path: string) => Page | undefined> {
  const script = '/assets/soak.js'
  const manifest = JSON.stringify([{ url: script, revision: null }])
  const root = import.meta.dirname
  const pages: Record<string, Page> = {
    '/': {
      type: 'text/html',
      body: `<!doctype html><title>Soak</title><script type="module" src="${script}"></script>`,
    },
    [script]: { type: 'text/javascript', body: await bundle(join(root, 'page.ts'), {}) },
    '/sw.js': {
      type: 'text/javascript',
      body: await bundle(join(root, '../../sw/service-worker.ts'), { 'self.__WB_MANIFEST': manifest }),
    },
  }
  return (path) => pages[path]
}

const joined = (devices: readonly OnDevice[]): OnDevice => ({
  poNumbers: devices.flatMap(({ poNumbers }) => poNumbers),
  files: devices.flatMap(({ files }) => files),
  needsYou: devices.flatMap(({ needsYou }) => needsYou),
})

function sumOf<K extends string>(parts: Record<K, number>[], keys: K[]): Record<K, number> {
  return Object.fromEntries(
    keys.map((key) => [key, parts.reduce((sum, part) => sum + part[key], 0)]),
  ) as Record<K, number>
}
