// Generates the load of all phones and managers, as a process of its own. Lives for a whole run, because phones keep their
// cursors.
import { readFileSync } from 'node:fs'
import { uuidFor } from '#server/db/seed/core/random.ts'
import { type CallResult, sendOnSchedule } from '#tools/bench/open-loop/send-on-schedule.ts'
import { type Summary, summarize } from '#tools/bench/open-loop/summary.ts'
import { entryRequest, heartbeatRequest, managerRequest, pullRequest } from './api-calls.ts'
import { createHttpClient } from './http-client.ts'
import type { LoadPlan } from './plan.ts'
import { type LoadArrival, planLoad } from './plan.ts'
import type { LoadUser, LoadWorld } from './world.ts'

/** What the parent asks for. `prepare`: every phone pulls everything, several at once. */
export type GeneratorTask = { urls: string[] } & ({ kind: 'prepare' } | ({ kind: 'load' } & LoadPlan))
export type GeneratorMessage = { kind: 'ready' } | { kind: 'prepared' } | { kind: 'loaded'; summary: Summary }

const PREPARING_AT_ONCE = 8

const world: LoadWorld = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const client = createHttpClient()
const cursors = new Map<number, string>()
let sent = 0

/** Pulls page by page until nothing is left, as the app does. */
async function pull(url: string, user: LoadUser, from: string | null): Promise<CallResult> {
  for (let cursor = from; ; ) {
    const { body, ...result } = await client.send(url, user, pullRequest(cursor))
    if (body === null) return result
    const page: { next: string; hasMore: boolean } = JSON.parse(body)
    cursor = page.next
    cursors.set(user.userId, cursor)
    if (!page.hasMore) return result
  }
}

async function send({ call, user: nth }: LoadArrival, urls: readonly string[]): Promise<CallResult> {
  const count = sent++
  const isPhones = call === 'delta sync' || call === 'first sync' || call === 'heartbeat' || call === 'entry'
  const url = urls[count % urls.length]
  const user = (isPhones ? world.phones : world.managers)[nth]
  if (!user || !url) throw new RangeError(`No user ${nth}`)
  if (call === 'delta sync') return pull(url, user, cursors.get(user.userId) ?? null)
  if (call === 'first sync') return pull(url, user, null)
  const request =
    call === 'entry'
      ? entryRequest(user, count, world.today)
      : call === 'heartbeat'
        ? heartbeatRequest(uuidFor('device', user.userId))
        : managerRequest(call, user, count, world.today)
  const { body: _, ...result } = await client.send(url, user, request)
  return result
}

async function prepare(urls: readonly string[]): Promise<void> {
  const waiting = world.phones.values()
  async function work(worker: number) {
    for (const user of waiting) {
      const { outcome, why } = await pull(urls[worker % urls.length] ?? '', user, null)
      if (outcome !== 'ok') throw new Error(`The first sync of user ${user.userId} ${outcome}: ${why}`)
    }
  }
  await Promise.all(Array.from({ length: PREPARING_AT_ONCE }, (_, worker) => work(worker)))
}

const sendMessage = (message: GeneratorMessage) => process.send?.(message)

process.on('message', async (task: GeneratorTask) => {
  if (task.kind === 'prepare') {
    await prepare(task.urls)
    return sendMessage({ kind: 'prepared' })
  }
  const samples = await sendOnSchedule(planLoad(task), (arrival) => send(arrival, task.urls))
  sendMessage({ kind: 'loaded', summary: summarize(samples, task.seconds) })
})
// The parent is gone: nothing else would end this process.
process.once('disconnect', () => process.exit())
sendMessage({ kind: 'ready' })
