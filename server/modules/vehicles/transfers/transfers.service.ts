import { pageOf } from '#contract/core/paging.ts'
import type { TransferFinding, TransferInput, VehicleTransfer } from '#contract/vehicles/transfers.ts'
import { IMMEDIATE_TRANSFER_MAX } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Problem } from '#server/problem.ts'
import { newUuid } from '../../core/documents/attributes.ts'
import { judgeTransfer } from './transfer-findings.ts'
import type { TransferRun } from './transfer-run.ts'
import type { TransfersRepository } from './transfers.repository.ts'

export interface TransfersDeps {
  db: Database
  transfers: TransfersRepository
  run: Pick<TransferRun, 'run'>
  jobs: Jobs
}

/** Transfers of vehicles between the fleets of the actor's management company (ruling 34). */
export function transfersService({ db, transfers, run, jobs }: TransfersDeps) {
  /** Checks each vehicle. Throws 404 unless all fleets belong to the actor's company. */
  async function judge(tx: Queryable, actor: Actor, input: TransferInput) {
    const fleet = await transfers.destination(tx, actor.userId, input.new_fleet_id)
    if (!fleet) throw new Problem('not_found')
    const oldFleetIds = [...new Set(input.old_fleet_ids)]
    if ((await transfers.countFleets(tx, fleet.affiliation_id, oldFleetIds)) < oldFleetIds.length)
      throw new Problem('not_found')
    const findings = await judgeTransfer(tx, {
      affiliationId: fleet.affiliation_id,
      vehicleIds: [...new Set(input.vehicle_ids)],
      oldFleetIds,
      newFleetId: fleet.id,
    })
    return { fleet, findings }
  }

  async function requireTransfer(actor: Actor, id: string): Promise<VehicleTransfer> {
    const transfer = await transfers.find(db, actor.userId, id)
    if (!transfer) throw new Problem('not_found')
    return transfer
  }

  return {
    /** Records a transfer and enqueues its job. */
    async request(tx: Transaction, actor: Actor, input: TransferInput) {
      const { fleet, findings } = await judge(tx, actor, input)
      const id = newUuid()
      await transfers.insert(
        tx,
        { id, affiliationId: fleet.affiliation_id, userId: actor.userId, fleet },
        findings,
      )
      await jobs.enqueue(tx, 'vehicle-transfer', { id })
      return { body: { id } }
    },

    /** Moves a few vehicles immediately; larger transfers are left to the job. @returns the transfer after that */
    async progress(actor: Actor, id: string): Promise<VehicleTransfer> {
      const transfer = await requireTransfer(actor, id)
      if (transfer.finished_at !== null || transfer.vehicles_total > IMMEDIATE_TRANSFER_MAX) return transfer
      await run.run(id, 0)
      return requireTransfer(actor, id)
    },

    async check(
      actor: Actor,
      input: TransferInput,
    ): Promise<{ movable: number; findings: TransferFinding[] }> {
      const { findings } = await judge(db, actor, input)
      return {
        movable: findings.filter(({ problem }) => problem === null).length,
        findings: findings.filter(({ problem, warnings }) => problem !== null || warnings.length > 0),
      }
    },

    show: requireTransfer,

    async list(actor: Actor, page: { page: number; per_page: number }) {
      const count = await transfers.count(db, actor.userId)
      return { transfers: await transfers.list(db, actor.userId, page), ...pageOf(page, count) }
    },

    async vehicles(
      actor: Actor,
      query: {
        id: string
        state?: 'waiting' | 'moved' | 'refused' | undefined
        page: number
        per_page: number
      },
    ) {
      const { vehicles_total, moved, refused } = await requireTransfer(actor, query.id)
      const counts = { waiting: vehicles_total - moved - refused, moved, refused }
      const count = query.state === undefined ? vehicles_total : counts[query.state]
      return { vehicles: await transfers.rows(db, query.id, query), ...pageOf(query, count) }
    },

    /** Returns one page of vehicles to choose from; empty for a fleet of another company. */
    async candidates(
      actor: Actor,
      query: { fleet_id?: number | undefined; query?: string | undefined; page: number; per_page: number },
    ) {
      const { vehicles, count } = await transfers.candidates(db, actor.userId, query)
      return { vehicles, ...pageOf(query, count) }
    },

    /** Enqueues every unfinished transfer again, after a server was killed. */
    async resume(): Promise<number> {
      const ids = await transfers.openIds(db)
      await db.system(async (tx) => {
        for (const id of ids) await jobs.enqueue(tx, 'vehicle-transfer', { id })
      })
      return ids.length
    },
  }
}
export type TransfersService = ReturnType<typeof transfersService>
