import type { CreatedHistory, ManualHistory, ManualHistoryInput } from '#contract/maintenance/history.ts'
import { can } from '#domain/access/permissions.ts'
import { clampToNow, dayIn, latestDay } from '#domain/core/days.ts'
import { addCode } from '#domain/core/file-rules.ts'
import { checkHistory } from '#domain/maintenance/history-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { ServicesService } from '../../catalog/services/services.service.ts'
import type { ShopsService } from '../../catalog/shops/shops.service.ts'
import { lastChangeOf } from '../../core/changes/last-change.reads.ts'
import { type Attributes, newUuid } from '../../core/documents/attributes.ts'
import { contentHash } from '../../core/documents/content-hash.ts'
import { type DocumentPlan, planDocuments } from '../../core/documents/document-plan.ts'
import type { DocumentsService } from '../../core/documents/documents.service.ts'
import type { MaySend } from '../../core/documents/may-send.ts'
import type { OdometerService } from '../../vehicles/odometer/odometer.service.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { HistoryHead, HistoryRepository } from './history.repository.ts'
import { type HistoryContent, historyContent } from './history-content.ts'
import { possibleDuplicatesOf } from './possible-duplicates.reads.ts'

export interface HistoryEntryDeps {
  histories: HistoryRepository
  vehicles: VehiclesService
  odometer: OdometerService
  services: ServicesService
  shops: ShopsService
  documents: DocumentsService
  now: () => Date
}
/** The revision that the client edited; null if not given. */
export interface Precondition {
  ifMatch: number | null
}

/** Writes manual histories. Each method is one use case inside the given transaction. */
export function historyEntryService(deps: HistoryEntryDeps) {
  const { histories, vehicles, odometer, documents, now } = deps

  /** Returns the entry if the same one was created before; 409 if the id belongs to another one. */
  async function findCreated(tx: Transaction, actor: Actor, id: string, hash: Buffer) {
    const head = await histories.head(tx, actor, id)
    if (!head) return undefined
    if (!head.content_hash.equals(hash)) throw new Problem('id_reused')
    const history = await histories.find(tx, actor, id)
    return history && !head.is_deleted ? createdResponse(tx, actor, history) : history
  }

  async function demandValid(tx: Transaction, actor: Actor, input: ManualHistoryInput, plan: DocumentPlan) {
    const serviceIds = input.vehicle_services.map((line) => line.service_definition_id)
    const fields = checkHistory(input, {
      country: actor.fleet.country,
      today: latestDay(now()),
      services: await deps.services.positions(tx, serviceIds),
      fileNames: plan.fileNames,
    })
    if (plan.destroysUnknown) addCode(fields, 'maintenance_documents_attributes', 'unknown')
    if (input.shop_id !== undefined && !(await deps.shops.exists(tx, input.shop_id)))
      addCode(fields, 'shop_id', 'unknown')
    if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
  }

  /** Locks the entry. 404 missing, foreign or not visible; 410 deleted; 412 changed since. */
  async function lockUnchanged(tx: Transaction, actor: Actor, id: string, precondition: Precondition) {
    const head = await histories.head(tx, actor, id, 'lock')
    if (!head) throw new Problem('not_found')
    if (head.is_deleted) throw new Problem('gone')
    if (precondition.ifMatch !== null && precondition.ifMatch !== head.rev)
      throw new Problem('stale', {
        current: await findExisting(tx, actor, id),
        etag: `"${head.rev}"`,
        changed: await lastChangeOf(tx, actor, head),
      })
    return head
  }

  async function findExisting(tx: Transaction, actor: Actor, id: string): Promise<ManualHistory> {
    const history = await histories.find(tx, actor, id)
    if (!history) throw new Error(`History ${id} cannot be read by the one who wrote it.`)
    return history
  }

  /** Response to a create: the entry and possible duplicates on its vehicle (docs/offline.md row 25). */
  async function createdResponse(
    tx: Transaction,
    actor: Actor,
    history: ManualHistory,
  ): Promise<CreatedHistory> {
    const possibleDuplicates = await possibleDuplicatesOf(tx, actor, history)
    return possibleDuplicates.length > 0 ? { ...history, possibleDuplicates } : history
  }

  /** Writes the reading to the log and updates the vehicle, and the entry's previous vehicle. */
  async function record(
    tx: Transaction,
    actor: Actor,
    id: string,
    content: HistoryContent,
    before?: HistoryHead,
  ) {
    const fleetId = actor.fleet.id
    const vehicleId = content.vehicle_id
    const movedFrom = before && before.vehicle_id !== vehicleId ? before.vehicle_id : null
    const source = { fleetId, source: 'history', sourceId: id } as const
    await vehicles.lock(tx, fleetId, movedFrom === null ? [vehicleId] : [vehicleId, movedFrom])
    if (movedFrom !== null) await odometer.withdraw(tx, { ...source, vehicleId: movedFrom })
    await odometer.record(tx, {
      ...source,
      vehicleId,
      value: content.odometer,
      unit: actor.fleet.unit,
      read_on: content.date_of_completion,
      userId: actor.userId,
    })
    const today = dayIn(actor.fleet.timeZone, now())
    await vehicles.refresh(tx, fleetId, vehicleId, today)
    if (movedFrom !== null) await vehicles.refresh(tx, fleetId, movedFrom, today)
  }

  return {
    /**
     * Creates an entry: 201. The same entry again, by id and content: 200 with its current state, indefinitely; a
     * deleted entry stays deleted. The id of something else, in any fleet: 409 `id_reused`.
     */
    async create(tx: Transaction, actor: Actor, input: ManualHistoryInput, files: Attributes) {
      const id = input.id?.toLowerCase() ?? newUuid()
      const content = historyContent(input)
      const hash = contentHash(content, files)
      const earlier = input.id && (await findCreated(tx, actor, id, hash))
      if (earlier) return { body: earlier, status: 200 } as const
      await vehicles.requireVisible(tx, actor, input.vehicle_id)
      const plan = planDocuments([], files)
      await demandValid(tx, actor, input, plan)
      const enteredAt = input.entered_at === undefined ? null : clampToNow(now(), input.entered_at)
      if (!(await histories.insert(tx, actor, { id, content, hash, enteredAt }))) {
        const meanwhile = await findCreated(tx, actor, id, hash)
        if (meanwhile) return { body: meanwhile, status: 200 } as const
        throw new Problem('id_reused')
      }
      await documents.apply(tx, actor.fleet.id, { history_id: id }, plan.change, plan.firstRow)
      await record(tx, actor, id, content)
      // Runs after `record` locked the vehicle, so that the second of two concurrent duplicates sees the first.
      return {
        body: await createdResponse(tx, actor, await findExisting(tx, actor, id)),
        status: 201,
      } as const
    },

    /** Replaces an entry; documents are added and removed by their lines, others stay. */
    async update(
      tx: Transaction,
      actor: Actor,
      input: ManualHistoryInput & { id: string },
      files: Attributes,
      precondition: Precondition,
    ) {
      const id = input.id.toLowerCase()
      const head = await lockUnchanged(tx, actor, id, precondition)
      await vehicles.requireVisible(tx, actor, input.vehicle_id)
      const owner = { history_id: id }
      const plan = planDocuments(await documents.ofOwner(tx, actor.fleet.id, owner), files)
      await demandValid(tx, actor, input, plan)
      const content = historyContent(input)
      // Locks documents first, in the same order as file uploads.
      await documents.apply(tx, actor.fleet.id, owner, plan.change, plan.firstRow)
      await histories.update(tx, actor, id, content)
      await record(tx, actor, id, content, head)
      return { body: await findExisting(tx, actor, id) }
    },

    /** Deletes an entry. Idempotent: 200. */
    async destroy(tx: Transaction, actor: Actor, id: string, precondition: Precondition) {
      const body = { success: true, id } as const
      if ((await histories.head(tx, actor, id))?.is_deleted) return { body }
      const head = await lockUnchanged(tx, actor, id, precondition)
      const of = { fleetId: actor.fleet.id, vehicleId: head.vehicle_id }
      await histories.markDeleted(tx, actor, id)
      await vehicles.lock(tx, of.fleetId, [of.vehicleId])
      await odometer.withdraw(tx, { ...of, source: 'history', sourceId: id })
      await vehicles.refresh(tx, of.fleetId, of.vehicleId, dayIn(actor.fleet.timeZone, now()))
      return { body }
    },
  }
}
export type HistoryEntryService = ReturnType<typeof historyEntryService>

/** Invoices can be uploaded by users who may edit entries, and by the creator of this one (MHX-033). */
export const maySendInvoice: MaySend = (actor, document) =>
  can(actor, 'history.edit') || document.created_by === actor.userId
