import { setImmediate as nextTask, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairTurns } from './fair-turns.ts'

/**
 * Turns of long work in this process: files of many rows and bulk uploads. Each turn is a short piece, such as a batch of
 * rows. Two at once, because one can wait for the database while the other uses the processor; one per fleet.
 */
const turns = new FairTurns({ max: 2, maxPerFleet: 1 })

/** Long work gets at least this share of the time beside requests that never stop. */
const LEAST_SHARE = 0.25
/** Length of a pause, as a multiple of the work before it. */
const PAUSE_SHARE = 1 / LEAST_SHARE - 1
const LOOK_MS = 2
/** A fleet is active for this long after a request. */
const ACTIVE_MS = 1000
/** Work between two pauses that took longer has waited for something. */
const SLICE_MAX_MS = 20

/** Requests whose response is not ready. */
const openRequests = new Set<FastifyRequest>()
/** The fleet that sent the latest request, and the latest other one. */
let latestFleets: { fleetId: number; at: number }[] = []

/** Counts the requests that long work gives way to. A file counts until its first byte. */
export function noticeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => void openRequests.add(request))
  app.addHook('onSend', async (request) => void openRequests.delete(request))
  app.addHook('onResponse', async (request) => void openRequests.delete(request))
  app.addHook('onRequestAbort', async (request) => void openRequests.delete(request))
}

/** Notes that a fleet sent a request. */
export function noticeFleet(fleetId: number): void {
  const others = latestFleets.filter((each) => each.fleetId !== fleetId)
  latestFleets = [{ fleetId, at: performance.now() }, ...others].slice(0, 2)
}

/** Whether another fleet has sent a request within the last second. Its next one should find the processor free. */
export const isBesideOthers = (fleetId: number): boolean =>
  latestFleets.some((each) => each.fleetId !== fleetId && performance.now() - each.at < ACTIVE_MS)

/**
 * Runs one piece of long work of a fleet in its turn. Afterwards, it pauses: beside other active fleets for three times as
 * long as the piece took, so that it uses a quarter of the time, else only while a request waits, and no longer than that.
 */
export const inBackground = <T>(fleetId: number, piece: () => Promise<T>): Promise<T> =>
  turns.run(fleetId, async () => {
    const begun = performance.now()
    const result = await piece()
    const pauseMs = (performance.now() - begun) * PAUSE_SHARE
    if (isBesideOthers(fleetId)) await sleep(pauseMs)
    else await giveWay(pauseMs)
    return result
  })

/**
 * Returns a function that work on the processor calls after each short slice, so that requests run in between. Beside other
 * active fleets, it pauses for three times as long as the slice took.
 */
export function slicePauses(fleetId: number): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    const tookMs = Math.min(performance.now() - begun, SLICE_MAX_MS)
    if (isBesideOthers(fleetId)) await sleep(tookMs * PAUSE_SHARE)
    else await nextTask()
    begun = performance.now()
  }
}

async function giveWay(atMostMs: number): Promise<void> {
  const until = performance.now() + atMostMs
  while (openRequests.size > 0 && performance.now() < until) await sleep(LOOK_MS)
}
