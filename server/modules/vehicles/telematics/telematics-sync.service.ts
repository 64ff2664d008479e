import { pageOf } from '#contract/core/paging.ts'
import type { SyncEvent } from '#contract/vehicles/telematics.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { ExternalApiError } from '#server/integrations/external-api.ts'
import type { Telematics } from '#server/integrations/telematics/port.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'
import { applyUpdates } from './apply-updates.ts'
import { findDevices } from './find-devices.ts'
import { telematicsSyncRepository as repository, type SyncTask } from './telematics-sync.repository.ts'

/**
 * 'Once per day in the morning' (TEL-028): from 6:00, or before noon if the server was down. Failed ones are repeated
 * every hour until noon (TEL-033). Local time of the fleet.
 */
const MORNING = { from: 6, before: 12 }
/** Responses of the provider that one synchronization reads; the next one continues. */
const RESPONSES_MAX = 200

type SyncUseCase = DatabaseUseCase<'telematics' | 'announce' | 'log'>
type Starting = Pick<DatabaseUseCase<'jobs'>, 'db' | 'ports'>

/** Lists synchronizations, newest first. */
export async function listSyncEvents(
  { tx, actor, ports }: UseCase<'telematics'>,
  query: { page: number; per_page: number },
) {
  const count = await repository.count(tx, actor.fleet.id)
  return {
    sync_events: await repository.events(tx, actor.fleet.id, query),
    is_simulated: ports.telematics?.kind === 'simulated',
    ...pageOf(query, count),
  }
}

/** Starts a synchronization, or returns the one in progress. */
export const startSync = ({ db, ports, actor }: Starting & { actor: Actor }): Promise<SyncEvent> =>
  db.system(async (tx) => {
    const fleetId = actor.fleet.id
    const event = await repository.insertByHand(tx, fleetId)
    if (event) {
      await ports.jobs.enqueue(tx, 'telematics-sync', { eventId: event.id })
      return event
    }
    const open = await repository.open(tx, fleetId)
    if (!open) throw new Problem('validation', { fields: { databaseName: ['required'] } })
    return open
  })

/**
 * Starts this morning's synchronizations, once per fleet and day however often it is called, and again those that
 * failed. Fails interrupted ones.
 */
export async function startDailySyncs({ db, ports, clock }: DatabaseUseCase<'jobs'>): Promise<void> {
  await repository.failLost(db)
  await db.system(async (tx) => {
    // Each alone, so that a user who starts one at the same moment does not stop those of other fleets.
    const again: { id: number }[] = []
    for (const { id } of await repository.failedDaily(tx, MORNING, clock()))
      if (await requeue(tx, id)) again.push({ id })
    const first = await repository.insertDaily(tx, MORNING, clock())
    for (const { id } of [...again, ...first])
      await ports.jobs.enqueue(tx, 'telematics-sync', { eventId: id })
  })
}

/** Queues a failed synchronization again. Returns false if a user started another one at the same moment. */
const requeue = (tx: Transaction, id: number): Promise<boolean> =>
  tx
    .attempt(() => repository.requeue(tx, id))
    .then(
      () => true,
      (error: unknown) => {
        if (isUniqueViolation(error, 'telematics_sync_events_open')) return false
        throw error
      },
    )

/** Reads what devices have sent since the last time. Idempotent. The event stores the result. */
export async function runSync(useCase: SyncUseCase, eventId: number): Promise<void> {
  const { db, ports } = useCase
  const task = await repository.take(db, eventId)
  if (!task) return
  await repository.finish(db, task, await attempt(useCase, task))
  ports.announce(task.fleet_id)
}

async function attempt(
  useCase: SyncUseCase,
  task: SyncTask,
): Promise<{ failure: SyncEvent['failure']; vehiclesTotal: number }> {
  const { telematics, log } = useCase.ports
  if (telematics === null) return { failure: 'not_configured', vehiclesTotal: 0 }
  try {
    return { failure: null, vehiclesTotal: await synchronize(useCase, task, telematics) }
  } catch (error) {
    if (!(error instanceof ExternalApiError)) throw error
    log.warn({ err: error, fleet: task.fleet_id }, 'A telematics database could not be read')
    return { failure: error.kind, vehiclesTotal: 0 }
  }
}

/** @returns the number of vehicles with updates */
async function synchronize(
  { db, clock }: SyncUseCase,
  task: SyncTask,
  telematics: Telematics,
): Promise<number> {
  const fleetId = task.fleet_id
  const vehicles = await findDevices({ db }, task, telematics)
  const heard = new Set<number>()
  let { cursor } = task
  for (let responses = 1, hasMore = true; hasMore && responses <= RESPONSES_MAX; responses++) {
    const news = await telematics.news(task.database_name, { cursor, devices: [...vehicles.values()] })
    const target = {
      fleetId,
      databaseName: task.database_name,
      timeZone: task.time_zone,
      now: clock(),
      isSimulated: telematics.kind === 'simulated',
    }
    for (const id of await applyUpdates({ db }, target, vehicles, news)) heard.add(id)
    // Applying the same data twice changes nothing, so the cursor may lag behind.
    if (!(await repository.putCursor(db, task, news.cursor))) break
    cursor = news.cursor
    hasMore = news.hasMore
  }
  return heard.size
}
