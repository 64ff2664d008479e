import { v7 as uuidv7 } from 'uuid'
import type { ManualHistoryInput } from '#contract/maintenance/history.ts'
import type { CreatedHistory, ManualHistory } from '#contract/maintenance/history-record.ts'
import { type Ability, can } from '#domain/access/permissions.ts'
import { clampToNow, dayIn, latestDay } from '#domain/core/days.ts'
import { addCode } from '#domain/core/file-rules.ts'
import { checkHistory } from '#domain/maintenance/history-rules.ts'
import { type Actor, requireAbility } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { IDEMPOTENCY_KEEP_DAYS } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { readPositions } from '../../catalog/services/services.reads.ts'
import { shopExists } from '../../catalog/shops/shops.service.ts'
import { lastChangeOf } from '../../core/changes/last-change.reads.ts'
import type { Attributes } from '../../core/documents/attributes.ts'
import { type ContentHashes, contentHashes } from '../../core/documents/content-hash.ts'
import { type DocumentPlan, planDocuments } from '../../core/documents/document-plan.ts'
import { changeDocuments, documentsOfOwner } from '../../core/documents/documents.service.ts'
import type { MaySend } from '../../core/documents/may-send.ts'
import { recordReading, withdrawReading } from '../../vehicles/odometer/odometer.service.ts'
import {
  lockVehicles,
  refreshVehicle,
  refreshVehicles,
  requireVisibleVehicle,
} from '../../vehicles/vehicles/vehicles.service.ts'
import { type HistoryHead, historyRepository } from './history.repository.ts'
import { type HistoryContent, historyContent } from './history-content.ts'
import { possibleDuplicatesOf } from './possible-duplicates.reads.ts'

/** A correction may wait on a device for as long as its key is known (docs/offline.md#protocol). */
const OWN_CORRECTION_MS = IDEMPOTENCY_KEEP_DAYS * 86_400_000

type Timed = Pick<UseCase, 'tx' | 'actor' | 'clock'>
type FileUseCase = UseCase<'files' | 'fleetStorageBytes'>

/**
 * Creates an entry: 201. The same entry again, by id and content: 200 with its current state, indefinitely; a deleted
 * entry stays deleted. The id of something else, in any fleet: 409 `id_reused`.
 */
export async function createHistory(useCase: FileUseCase, input: ManualHistoryInput, files: Attributes) {
  const { tx, actor, clock } = useCase
  const id = input.id?.toLowerCase() ?? uuidv7()
  const content = historyContent(input)
  const hashes = contentHashes(content, files)
  const earlier = input.id && (await findCreated(tx, actor, id, hashes))
  if (earlier) return { body: earlier, status: 200, isKnown: true } as const
  await requireVisibleVehicle(tx, actor, input.vehicle_id)
  const plan = planDocuments([], files)
  await validate(useCase, input, plan)
  const enteredAt = input.entered_at === undefined ? null : clampToNow(clock(), input.entered_at)
  if (!(await historyRepository.insert(tx, actor, { id, content, hash: hashes[0], enteredAt }))) {
    const meanwhile = await findCreated(tx, actor, id, hashes)
    if (meanwhile) return { body: meanwhile, status: 200, isKnown: true } as const
    throw new Problem('id_reused')
  }
  await changeDocuments(useCase, actor.fleet.id, { history_id: id }, plan.change, plan.firstRow)
  await recordOnVehicle(useCase, id, content)
  // Runs after the vehicle was locked, so that the second of two concurrent duplicates sees the first.
  const body = await createdResponse(tx, actor, await findExisting(tx, actor, id))
  return { body, status: 201 } as const
}

/** Returns whether an entry was deleted, or is no longer visible. */
export async function isHistoryDeleted({ tx, actor }: Pick<Timed, 'tx' | 'actor'>, id: string) {
  return (await historyRepository.head(tx, actor, id.toLowerCase()))?.is_deleted ?? true
}

/** Replaces an entry; documents are added and removed by their lines, others stay. */
export async function updateHistory(
  useCase: FileUseCase,
  input: ManualHistoryInput & { id: string },
  files: Attributes,
  precondition: Precondition,
) {
  const { tx, actor } = useCase
  const id = input.id.toLowerCase()
  await lockVehiclesOf(useCase, id, input.vehicle_id)
  const head = await lockUnchanged(useCase, 'history.edit', id, precondition)
  await requireVisibleVehicle(tx, actor, input.vehicle_id)
  const owner = { history_id: id }
  const plan = planDocuments(await documentsOfOwner(tx, actor.fleet.id, owner), files)
  await validate(useCase, input, plan)
  const content = historyContent(input)
  // Locks documents first, in the same order as file uploads.
  await changeDocuments(useCase, actor.fleet.id, owner, plan.change, plan.firstRow)
  await historyRepository.update(tx, actor, id, content)
  await recordOnVehicle(useCase, id, content, head)
  return { body: await findExisting(tx, actor, id) }
}

/** Deletes an entry. Idempotent: 200. */
export async function deleteHistory(useCase: Timed, id: string, precondition: Precondition) {
  const { tx, actor, clock } = useCase
  const body = { success: true, id } as const
  if ((await historyRepository.head(tx, actor, id))?.is_deleted) return { body }
  await lockVehiclesOf(useCase, id)
  const head = await lockUnchanged(useCase, 'history.delete', id, precondition)
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: head.vehicle_id }
  await historyRepository.markDeleted(tx, actor, id)
  await lockVehicles(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
  await withdrawReading(tx, { ...vehicleKey, source: 'history', sourceId: id })
  await refreshVehicle(tx, vehicleKey.fleetId, vehicleKey.vehicleId, dayIn(actor.fleet.timeZone, clock()))
  return { body }
}

/** Invoices can be uploaded by users who may edit entries, and by the creator of this one (MHX-033). */
export const maySendInvoice: MaySend = (actor, document) =>
  can(actor, 'history.edit') || document.created_by === actor.userId

/** Returns the entry if the same one was created before; 409 if the id belongs to another one. */
async function findCreated(tx: Transaction, actor: Actor, id: string, hashes: ContentHashes) {
  const head = await historyRepository.head(tx, actor, id)
  if (!head) return undefined
  if (!hashes.some((hash) => hash.equals(head.content_hash))) throw new Problem('id_reused')
  const history = await historyRepository.find(tx, actor, id)
  return history && !head.is_deleted ? createdResponse(tx, actor, history) : history
}

async function validate({ tx, actor, clock }: Timed, input: ManualHistoryInput, plan: DocumentPlan) {
  const serviceIds = input.vehicle_services.map((line) => line.service_definition_id)
  const fields = checkHistory(input, {
    country: actor.fleet.country,
    today: latestDay(clock()),
    services: await readPositions(tx, serviceIds),
    fileNames: plan.fileNames,
  })
  if (plan.destroysUnknown) addCode(fields, 'maintenance_documents_attributes', 'unknown')
  if (input.shop_id !== undefined && !(await shopExists(tx, input.shop_id)))
    addCode(fields, 'shop_id', 'unknown')
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}

/**
 * Locks the vehicle of an entry, and the one that it moves to, before the entry itself. The deletion of a vehicle locks in
 * the same order.
 */
async function lockVehiclesOf({ tx, actor }: Timed, id: string, target?: number) {
  const head = await historyRepository.head(tx, actor, id)
  const ids = [head?.vehicle_id, target].filter((vehicleId) => vehicleId !== undefined)
  await lockVehicles(tx, actor.fleet.id, ids)
}

/**
 * Locks the entry. 404 missing, foreign or not visible; 410 deleted; 403 neither the ability nor an own entry; 412
 * changed since.
 */
async function lockUnchanged(
  { tx, actor, clock }: Timed,
  ability: Ability,
  id: string,
  precondition: Precondition,
) {
  const head = await historyRepository.head(tx, actor, id, 'lock')
  if (!head) throw new Problem('not_found')
  if (head.is_deleted) throw new Problem('gone')
  if (!mayCorrectOwn(actor, head, clock())) requireAbility(actor, ability)
  if (precondition.ifMatch !== null && precondition.ifMatch !== head.rev)
    throw new Problem('stale', {
      current: await findExisting(tx, actor, id),
      etag: `"${head.rev}"`,
      changed: await lastChangeOf(tx, actor, head),
    })
  return head
}

/**
 * The author of an entry that no one else has changed may correct it, for a time (ruling 36). A revision without its user
 * is that of a deleted account.
 */
function mayCorrectOwn({ userId }: Actor, head: HistoryHead, now: Date): boolean {
  const isUnchangedByOthers = head.updated_by === null ? head.rev === 1 : head.updated_by === userId
  const age = now.getTime() - Date.parse(head.created_at)
  return head.created_by === userId && isUnchangedByOthers && age <= OWN_CORRECTION_MS
}

async function findExisting(tx: Transaction, actor: Actor, id: string): Promise<ManualHistory> {
  const history = await historyRepository.find(tx, actor, id)
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
async function recordOnVehicle(
  { tx, actor, clock }: Timed,
  id: string,
  content: HistoryContent,
  before?: HistoryHead,
) {
  const fleetId = actor.fleet.id
  const vehicleId = content.vehicle_id
  const movedFrom = before && before.vehicle_id !== vehicleId ? before.vehicle_id : null
  const source = { fleetId, source: 'history', sourceId: id } as const
  await lockVehicles(tx, fleetId, movedFrom === null ? [vehicleId] : [vehicleId, movedFrom])
  if (movedFrom !== null) await withdrawReading(tx, { ...source, vehicleId: movedFrom })
  await recordReading(tx, {
    ...source,
    vehicleId,
    value: content.odometer,
    unit: actor.fleet.unit,
    read_on: content.date_of_completion,
    userId: actor.userId,
  })
  const today = dayIn(actor.fleet.timeZone, clock())
  const vehicleIds = movedFrom === null ? [vehicleId] : [vehicleId, movedFrom]
  await refreshVehicles(tx, fleetId, vehicleIds, today)
}
