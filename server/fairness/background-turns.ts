import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairTurns } from './fair-turns.ts'

/**
 * Turns of long work in this process: files of many rows and bulk uploads. Each turn is a short piece, such as a batch of
 * rows. Two at once, because one can wait for the database while the other uses the processor; one per fleet.
 */
const turns = new FairTurns({ max: 2, maxPerFleet: 1 })

/** Long work gets at least this share of the time beside requests that never stop. */
const LEAST_SHARE = 0.25
const LOOK_MS = 2

/** Requests whose response is not ready. */
const openRequests = new Set<FastifyRequest>()

/** Counts the requests that long work gives way to. A file counts until its first byte. */
export function noticeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => void openRequests.add(request))
  app.addHook('onSend', async (request) => void openRequests.delete(request))
  app.addHook('onResponse', async (request) => void openRequests.delete(request))
  app.addHook('onRequestAbort', async (request) => void openRequests.delete(request))
}

/** Runs one piece of long work of a fleet in its turn, while no request waits, or after a limited time. */
export const inBackground = <T>(fleetId: number, piece: () => Promise<T>): Promise<T> =>
  turns.run(fleetId, async () => {
    const begun = performance.now()
    const result = await piece()
    await giveWay((performance.now() - begun) / LEAST_SHARE)
    return result
  })

async function giveWay(atMostMs: number): Promise<void> {
  const until = performance.now() + atMostMs
  while (openRequests.size > 0 && performance.now() < until) await sleep(LOOK_MS)
}
