import { v7 as uuidv7 } from 'uuid'
import { pageOf } from '#contract/core/paging.ts'
import type { TransferFinding, TransferInput, VehicleTransfer } from '#contract/fmc/transfers.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { ServerStops } from '#server/jobs/server-stops.ts'
import { IMMEDIATE_TRANSFER_MAX } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { findTransferProblems } from './transfer-findings.ts'
import type { TransferRun } from './transfer-run.ts'
import { transfersRepository as transfers } from './transfers.repository.ts'

// Transfers of vehicles between the fleets of the actor's management company (ruling 34).

/** Transfers belong to a company, so their reads bypass the row-level security of a fleet. */
export interface TransferRead {
  db: Database
  actor: Actor
}

/** Records a transfer and enqueues its job. */
export async function requestTransfer(
  { tx, actor, ports }: Pick<UseCase<'jobs'>, 'tx' | 'actor' | 'ports'>,
  input: TransferInput,
) {
  const { fleet, findings } = await checkPlan(tx, actor, input)
  const id = uuidv7()
  await transfers.insert(
    tx,
    { id, affiliationId: fleet.affiliation_id, userId: actor.userId, fleet },
    findings,
  )
  await ports.jobs.enqueue(tx, 'vehicle-transfer', { id })
  return { body: { id } }
}

/** Moves a few vehicles immediately; larger transfers are left to the job. @returns the transfer after that */
export async function progressTransfer(
  { db, actor, run }: TransferRead & { run: Pick<TransferRun, 'run'> },
  id: string,
): Promise<VehicleTransfer> {
  const transfer = await showTransfer({ db, actor }, id)
  if (transfer.finished_at !== null || transfer.vehicles_total > IMMEDIATE_TRANSFER_MAX) return transfer
  // If this server stops, the job of another one moves the vehicles.
  await run.run(id, 0).catch((error: unknown) => {
    if (!(error instanceof ServerStops)) throw error
  })
  return showTransfer({ db, actor }, id)
}

/** Checks each vehicle of a transfer without moving it. Lists those with a problem or a warning. */
export async function checkTransfer(
  { db, actor }: TransferRead,
  input: TransferInput,
): Promise<{ movable: number; findings: TransferFinding[] }> {
  const { findings } = await checkPlan(db, actor, input)
  return {
    movable: findings.filter(({ problem }) => problem === null).length,
    findings: findings.filter(({ problem, warnings }) => problem !== null || warnings.length > 0),
  }
}

/** Lists the transfers of the actor's company. */
export async function listTransfers({ db, actor }: TransferRead, page: { page: number; per_page: number }) {
  const count = await transfers.count(db, actor.userId)
  return { transfers: await transfers.list(db, actor.userId, page), ...pageOf(page, count) }
}

/** Returns one page of the vehicles of a transfer, with their outcome. */
export async function listTransferVehicles(
  { db, actor }: TransferRead,
  query: {
    id: string
    state?: 'waiting' | 'moved' | 'refused' | undefined
    page: number
    per_page: number
  },
) {
  const { vehicles_total, moved, refused } = await showTransfer({ db, actor }, query.id)
  const counts = { waiting: vehicles_total - moved - refused, moved, refused }
  const count = query.state === undefined ? vehicles_total : counts[query.state]
  return { vehicles: await transfers.rows(db, query.id, query), ...pageOf(query, count) }
}

/** Returns one page of vehicles to choose from; empty for a fleet of another company. */
export async function listTransferCandidates(
  { db, actor }: TransferRead,
  query: { fleet_id?: number | undefined; query?: string | undefined; page: number; per_page: number },
) {
  const { vehicles, count, hasMore } = await transfers.candidates(db, actor.userId, query)
  return { vehicles, has_more: hasMore, ...pageOf(query, count) }
}

/** Enqueues every unfinished transfer again, after a server was killed. */
export async function resumeTransfers({
  db,
  ports,
}: {
  db: Database
  ports: Pick<Ports, 'jobs'>
}): Promise<number> {
  const ids = await transfers.openIds(db)
  await db.system(async (tx) => {
    for (const id of ids) await ports.jobs.enqueue(tx, 'vehicle-transfer', { id })
  })
  return ids.length
}

/** Returns a transfer of the actor's company. 404 otherwise. */
export async function showTransfer({ db, actor }: TransferRead, id: string): Promise<VehicleTransfer> {
  const transfer = await transfers.find(db, actor.userId, id)
  if (!transfer) throw new Problem('not_found')
  return transfer
}

/** Checks each vehicle. Throws 404 unless all fleets belong to the actor's company. */
async function checkPlan(tx: Queryable, actor: Actor, input: TransferInput) {
  const fleet = await transfers.destination(tx, actor.userId, input.new_fleet_id)
  if (!fleet) throw new Problem('not_found')
  const oldFleetIds = [...new Set(input.old_fleet_ids)]
  if ((await transfers.countFleets(tx, fleet.affiliation_id, oldFleetIds)) < oldFleetIds.length)
    throw new Problem('not_found')
  const findings = await findTransferProblems(tx, {
    affiliationId: fleet.affiliation_id,
    vehicleIds: [...new Set(input.vehicle_ids)],
    oldFleetIds,
    newFleetId: fleet.id,
  })
  return { fleet, findings }
}
