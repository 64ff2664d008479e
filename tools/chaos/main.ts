// npm run chaos: mixed work on two servers behind nginx while parts of the installation fail. Prints what was lost, what was
// doubled, how long each kind of fault was felt, and which alerts were missing. Exits with 1 if anything is wrong.

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isAcknowledged, senderOf } from '#tests/api/core/kills.sender.ts'
import { builders } from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { compare } from '#tools/installation/compare.ts'
import { FAULTS } from './faults.ts'
import { watchHealth, watchOutages } from './watch.ts'
import { startWorld, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

/** A small generator of numbers from 0 to 1 (mulberry32), so that a run can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The proxy's own errors count as no answer, as they do for the app. */
function throughProxy(client: Client): Client {
  const send: Client['send'] = async (...call) => {
    const answer = await client.send(...call)
    if (answer.status === 502 || answer.status === 504) throw new Error('The proxy had no server.')
    return answer
  }
  const v4 = (path: string) => `/api/v4${path}`
  return {
    send,
    get: (path, headers) => send('GET', v4(path), undefined, headers),
    post: (path, body, headers) => send('POST', v4(path), body, headers),
    put: (path, body, headers) => send('PUT', v4(path), body, headers),
    delete: (path, headers) => send('DELETE', v4(path), undefined, headers),
  }
}

async function startPhones({ databases: { db }, url }: World) {
  const build = builders(db)
  const fleet = await build.fleet()
  const cookie = `authentication_token=${await build.session(await build.user(fleet))}`
  const vehicles = await Promise.all(Array.from({ length: 12 }, () => build.vehicle(fleet)))
  const service = await build.service()
  const client = throughProxy(clientOf(url, { cookie }))
  const sender = senderOf(
    client,
    vehicles.map(({ id }) => id),
    service.id,
  )
  return { client, sender, stop: sender.startWriting({ retryMs: 500 }) }
}

async function main(): Promise<boolean> {
  const random = randomOf(Number(values.seed))
  const wanted = Object.keys(FAULTS).filter((name) => values.only === undefined || name === values.only)
  if (wanted.length === 0) throw new Error(`--only is one of: ${Object.keys(FAULTS).join(', ')}`)
  say('Starting nginx, two servers, PostgreSQL with a replica, a file store and a mail server …')
  const world = await startWorld()
  try {
    const names = wanted.filter((name) => FAULTS[name]?.isPossible?.(world) ?? true)
    for (const name of wanted) if (!names.includes(name)) say(`Not possible here, left out: ${name}`)
    const phones = await startPhones(world)
    const outages = watchOutages(phones.client)
    const health = watchHealth(world.servers.map((server) => server.internalUrl))
    const faults = Number(values.faults)
    const pauseMs = (Number(values.minutes) * 60_000) / faults
    const counts = new Map<string, number>()
    const missing: string[] = []
    for (let i = 0; i < faults; i++) {
      const startedAt = performance.now()
      // Every kind comes once before chance decides.
      const name = names[i < names.length ? i : Math.floor(random() * names.length)] ?? ''
      const fault = FAULTS[name]
      if (!fault) continue
      outages.begin(name)
      health.begin()
      await fault.act(world, random)
      if (fault.alert && !health.seen().has(fault.alert)) missing.push(`${name}: ${fault.alert}`)
      await outages.untilServed()
      say(`${i + 1}/${faults} ${name}: ${Math.round(performance.now() - startedAt)} ms`)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      await sleep(Math.max(0, pauseMs - (performance.now() - startedAt)))
    }
    outages.stop()
    health.stop()
    say('Waiting for the phones …')
    await phones.stop()
    if (!phones.sender.entries.every(isAcknowledged))
      throw new Error('A phone stopped with an entry that was not sent.')
    say('Comparing …')
    const verdict = await compare(world.databases.db, phones.client, phones.sender.entries)
    say(`entries ${verdict.entries}, files ${verdict.files}, calls ${phones.sender.calls.length}`)
    say(
      `acknowledged and lost ${verdict.lost}, doubled ${verdict.doubled}, files not as sent ${verdict.wrongFiles}`,
    )
    for (const name of names)
      say(
        `${name.padEnd(30)} ${String(counts.get(name) ?? 0).padStart(3)} times, longest outage ${outages.longest(name)} ms`,
      )
    say(`alerts that did not show: ${missing.length === 0 ? 'none' : missing.join('; ')}`)
    return verdict.lost + verdict.doubled + verdict.wrongFiles + missing.length === 0
  } finally {
    await world.stop()
  }
}

process.exitCode = (await main()) ? 0 : 1
