import { setImmediate as nextTask, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairTurns } from './fair-turns.ts'

/**
 * Turns of long work in this process: files of many rows, bulk uploads and due dates. Each turn is a short piece, such as a
 * batch of rows. Two at once, because one can wait for the database while the other uses the processor; one per fleet.
 */
const turns = new FairTurns({ max: 2, maxPerFleet: 1 })

/** Long work gets at least this share of the time beside requests that never stop. */
const LEAST_SHARE = 0.25
/** Length of a pause, as a multiple of the work before it. */
const PAUSE_PER_WORK = 1 / LEAST_SHARE - 1
/** A piece that took longer has waited, for example for a lock. Its pause must not delay other fleets or a shutdown. */
const PAUSE_MAX_MS = 1000
const LOOK_MS = 2
/** A fleet is active for this long after a request. */
const ACTIVE_MS = 1000
/** Longest slice that a pause is computed from. A longer one includes waiting, for example for the database. */
const SLICE_MAX_MS = 20

/** Requests whose response is not ready. */
const openRequests = new Set<FastifyRequest>()
/** The fleet that sent the latest request, and the latest other one. */
let latestFleets: { fleetId: number; atMs: number }[] = []

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
  latestFleets = [{ fleetId, atMs: performance.now() }, ...others].slice(0, 2)
}

/** Returns whether another fleet has sent a request within the last second. */
export const isAnotherFleetActive = (fleetId: number): boolean =>
  latestFleets.some((each) => each.fleetId !== fleetId && performance.now() - each.atMs < ACTIVE_MS)

/**
 * Runs one piece of long work of a fleet in its turn, and returns its result. The turn then pauses before the next piece.
 * While another fleet is active, the pause takes three times as long as the piece, so that long work uses a quarter of the
 * time. Otherwise it lasts only while a request waits, and never longer than that.
 */
export const inBackground = <T>(fleetId: number, piece: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const turn = turns.run(fleetId, async () => {
      const begun = performance.now()
      resolve(await piece())
      const pauseMs = Math.min((performance.now() - begun) * PAUSE_PER_WORK, PAUSE_MAX_MS)
      if (isAnotherFleetActive(fleetId)) await sleep(pauseMs, undefined, { ref: false })
      else await giveWay(pauseMs)
    })
    turn.catch(reject)
  })

/**
 * Returns a function that CPU-bound work calls after each short slice, so that requests run in between. While another fleet is
 * active, it pauses for three times as long as the slice took.
 */
export function createSlicePause(fleetId: number): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    const tookMs = Math.min(performance.now() - begun, SLICE_MAX_MS)
    if (isAnotherFleetActive(fleetId)) await sleep(tookMs * PAUSE_PER_WORK)
    else await nextTask()
    begun = performance.now()
  }
}

async function giveWay(atMostMs: number): Promise<void> {
  const until = performance.now() + atMostMs
  while (openRequests.size > 0 && performance.now() < until) await sleep(LOOK_MS)
}
