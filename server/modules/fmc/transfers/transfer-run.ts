import { setTimeout as delay } from 'node:timers/promises'
import { can } from '#domain/access/permissions.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { isDatabaseUnavailable, isUniqueViolation } from '#server/db/database-errors.ts'
import { ServerStops } from '#server/jobs/server-stops.ts'
import type { UseCase } from '#server/use-case.ts'
import { checkReadings } from '../../vehicles/odometer/odometer.service.ts'
import { refreshVehicle } from '../../vehicles/vehicles/vehicles.service.ts'
import { moveVehicle } from './move-vehicle.ts'
import { findTransferProblems } from './transfer-findings.ts'
import {
  type Outcome,
  type TransferJob,
  transfersRepository as transfers,
  type WaitingRow,
} from './transfers.repository.ts'

/** After this many failures a vehicle is refused, so that the others can continue. */
const TRIES_MAX = 4
const PAUSE_MS = 300
/** How long to wait for a database restart, so that the job does not have to be queued again. */
const AWAY_TIMEOUT_MS = 60_000
const AWAY_PAUSE_MS = 500
/** Minimum interval between progress notifications to the devices of both fleets. */
const ANNOUNCE_MS = 1000

interface TransferRunDeps {
  db: Database
  /** Notifies devices that vehicles of the fleet changed. */
  announce: (fleetId: number) => void
  log: { error(about: object, message: string): void }
  clock: () => Date
}

/**
 * Runs a transfer with one transaction per vehicle. Each vehicle moves completely or not at all, and its row records
 * the result. A kill at any point leaves the rest waiting. Several servers may run the same transfer.
 */
export function transferRun(deps: TransferRunDeps) {
  let isStopping = false

  return {
    /**
     * Continues a transfer until no vehicle is waiting. Waits up to `timeoutMs` for an unavailable database. Throws
     * ServerStops if the server stops first.
     */
    async run(id: string, timeoutMs = AWAY_TIMEOUT_MS): Promise<void> {
      const job = await transfers.begin(deps.db, id)
      if (!job) return
      const changed = new Set<number>()
      let announcedAt = Number.NEGATIVE_INFINITY
      const announce = () => {
        for (const fleetId of changed) deps.announce(fleetId)
        changed.clear()
        announcedAt = performance.now()
      }
      try {
        for (;;) {
          if (isStopping) throw new ServerStops()
          const left = await moveNext(deps, job, timeoutMs)
          if (left === undefined) break
          if (left !== null) changed.add(left).add(job.new_fleet_id)
          if (changed.size > 0 && performance.now() - announcedAt > ANNOUNCE_MS) announce()
        }
      } finally {
        announce()
      }
      await transfers.finish(deps.db, id)
    },
    /** Stops after the current vehicle; the next run continues. */
    stop() {
      isStopping = true
    },
  }
}
export type TransferRun = ReturnType<typeof transferRun>

/** @returns the fleet that the vehicle left; null: it was refused; undefined: none is waiting */
async function moveNext(
  deps: TransferRunDeps,
  job: TransferJob,
  timeoutMs: number,
): Promise<number | null | undefined> {
  const { db, clock } = deps
  let taken: WaitingRow | undefined
  const giveUpAt = performance.now() + timeoutMs
  for (let tries = 1; ; tries++) {
    try {
      return await db.system(async (tx) => {
        taken = await transfers.takeWaiting(tx, job.id)
        if (!taken) return undefined
        const outcome = await moveOne({ tx, clock }, job, taken)
        await transfers.saveOutcome(tx, job.id, taken.position, outcome)
        return outcome.state === 'moved' ? taken.old_fleet_id : null
      })
    } catch (error) {
      // The row is still waiting. An unavailable database does not count as a failure of the vehicle.
      if (!taken || (isDatabaseUnavailable(error) && !isBusy(error))) {
        if (!isDatabaseUnavailable(error) || performance.now() >= giveUpAt) throw error
        await delay(AWAY_PAUSE_MS)
        tries = 0
        continue
      }
      if (tries >= TRIES_MAX) {
        await giveUp(deps, job, taken, error)
        return null
      }
      await delay(PAUSE_MS * tries)
    }
  }
}

/** Moves one vehicle, unless it may not be moved. */
async function moveOne(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  job: TransferJob,
  row: WaitingRow,
): Promise<Outcome> {
  // Checked for each vehicle, because the user may lose the right meanwhile.
  if (!can({ roles: await transfers.rolesOfUser(tx, job) }, 'transfers.make'))
    return { state: 'refused', reason: 'not_allowed', orderId: null }
  await transfers.lock(tx, row, job.new_fleet_id)
  const [finding] = await findTransferProblems(tx, {
    affiliationId: job.affiliation_id,
    vehicleIds: [row.vehicle_id],
    oldFleetIds: row.old_fleet_id === null ? [] : [row.old_fleet_id],
    newFleetId: job.new_fleet_id,
  })
  if (!finding?.old_fleet || finding.problem !== null)
    return {
      state: 'refused',
      reason: finding?.problem ?? 'not_found',
      orderId: finding?.order_id ?? null,
    }
  const move = { vehicleId: row.vehicle_id, oldFleetId: finding.old_fleet.id, newFleetId: job.new_fleet_id }
  try {
    await tx.attempt(() => moveVehicle(tx, move))
  } catch (error) {
    if (isUniqueViolation(error, 'vehicles_vin'))
      return { state: 'refused', reason: 'duplicate_vin', orderId: null }
    throw error
  }
  const today = dayIn(await transfers.timeZone(tx, job.new_fleet_id), clock())
  await checkReadings(tx, job.new_fleet_id, row.vehicle_id)
  await refreshVehicle(tx, job.new_fleet_id, row.vehicle_id, today)
  await transfers.audit(tx, {
    userId: job.user_id,
    vehicle: finding.vehicle_name ?? String(row.vehicle_id),
    oldFleetId: finding.old_fleet.id,
    newFleetId: job.new_fleet_id,
  })
  return { state: 'moved', warnings: finding.warnings }
}

/** Refuses a vehicle that failed too often, so that the others can continue. */
async function giveUp(
  { db, log }: TransferRunDeps,
  job: TransferJob,
  { position, vehicle_id }: WaitingRow,
  error: unknown,
) {
  await transfers.saveOutcome(db, job.id, position, { state: 'refused', reason: 'internal', orderId: null })
  log.error({ err: error, transfer: job.id, vehicle: vehicle_id }, 'A vehicle could not be transferred')
}

/**
 * Returns whether the error is a lock timeout, deadlock, serialization failure or statement timeout. These count
 * against this vehicle only and do not delay the others, unlike an unavailable database.
 */
const isBusy = (error: unknown) => /^(40|55|57014)/.test(String((error as { code?: unknown }).code))
