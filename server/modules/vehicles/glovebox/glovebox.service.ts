import { v7 as uuidv7 } from 'uuid'
import type { GloveboxItem, GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import { canEditDocument, type DocumentType } from '#domain/access/permissions.ts'
import { dayIn, earliestDay } from '#domain/core/days.ts'
import { addCode } from '#domain/core/file-rules.ts'
import { checkGloveboxItem } from '#domain/vehicles/glovebox-rules.ts'
import type { Actor } from '#server/actor.ts'
import { Problem } from '#server/problem.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { lastChangeOf } from '../../core/changes/last-change.reads.ts'
import type { Attributes } from '../../core/documents/attributes.ts'
import { type ContentHashes, contentHashes } from '../../core/documents/content-hash.ts'
import { type DocumentPlan, planDocuments } from '../../core/documents/document-plan.ts'
import { changeDocuments, documentsOfOwner } from '../../core/documents/documents.service.ts'
import type { MaySend } from '../../core/documents/may-send.ts'
import { requireVisibleVehicle } from '../vehicles/vehicles.service.ts'
import { type GloveboxContent, gloveboxRepository } from './glovebox.repository.ts'

type Read = Pick<UseCase, 'tx' | 'actor' | 'clock'>
type Write = UseCase<'files' | 'fleetStorageBytes'>

/** Lists the items of a vehicle, without deleted ones. */
export async function listGlovebox({ tx, actor, clock }: Read, vehicleId: number) {
  await requireVisibleVehicle(tx, actor, vehicleId)
  return { glovebox_items: await gloveboxRepository.list(tx, actor, todayOf({ actor, clock }), vehicleId) }
}

/**
 * Creates an item: 201. The same item again: 200 with its current state, at any time. An id that belongs to something
 * else: 409 `id_reused`.
 */
export async function createGloveboxItem(useCase: Write, input: GloveboxItemInput, files: Attributes) {
  const { tx, actor, clock } = useCase
  requireEditableType(actor, input.document_type)
  const id = input.id?.toLowerCase() ?? uuidv7()
  const content = gloveboxContent(input)
  const hashes = contentHashes(content, files)
  const earlier = input.id && (await findCreated(useCase, id, hashes))
  if (earlier) return { body: earlier, status: 200, isKnown: true } as const
  await requireVisibleVehicle(tx, actor, input.vehicle_id)
  const plan = planDocuments([], files)
  requireValid(input, plan, clock())
  if (!(await gloveboxRepository.insert(tx, actor, { id, content, hash: hashes[0] }))) {
    const meanwhile = await findCreated(useCase, id, hashes)
    if (meanwhile) return { body: meanwhile, status: 200, isKnown: true } as const
    throw new Problem('id_reused')
  }
  await changeDocuments(useCase, actor.fleet.id, { glovebox_item_id: id }, plan.change, plan.firstRow)
  return { body: await readBack(useCase, id), status: 201 } as const
}

/** Returns whether an item was deleted, or is no longer visible. */
export async function isGloveboxItemDeleted({ tx, actor }: Pick<Read, 'tx' | 'actor'>, id: string) {
  return (await gloveboxRepository.head(tx, actor, id.toLowerCase()))?.is_deleted ?? true
}

/** Replaces the fields of an item. A replaced file is added and the old one destroyed (GLV-004). */
export async function updateGloveboxItem(
  useCase: Write,
  id: string,
  input: GloveboxItemInput,
  files: Attributes,
  precondition: Precondition,
) {
  const { tx, actor, clock } = useCase
  await lockUnchanged(useCase, id, precondition)
  requireEditableType(actor, input.document_type)
  await requireVisibleVehicle(tx, actor, input.vehicle_id)
  const owner = { glovebox_item_id: id }
  const plan = planDocuments(await documentsOfOwner(tx, actor.fleet.id, owner), files)
  requireValid(input, plan, clock())
  // Documents first, in the same lock order as a file upload.
  await changeDocuments(useCase, actor.fleet.id, owner, plan.change, plan.firstRow)
  await gloveboxRepository.update(tx, actor, id, gloveboxContent(input))
  return { body: await readBack(useCase, id) }
}

/** Deletes an item. Deleting it again returns 200. */
export async function deleteGloveboxItem(useCase: Read, id: string, precondition: Precondition) {
  const { tx, actor } = useCase
  const body = { success: true, id } as const
  if ((await gloveboxRepository.head(tx, actor, id))?.is_deleted) return { body }
  await lockUnchanged(useCase, id, precondition)
  await gloveboxRepository.markDeleted(tx, actor, id)
  return { body }
}

/** Returns the day from which expiry is counted: today in the fleet's time zone. */
const todayOf = ({ actor, clock }: Pick<UseCase, 'actor' | 'clock'>) => dayIn(actor.fleet.timeZone, clock())

/** Returns the item if the same request created it before; 409 if another item has the id. */
async function findCreated({ tx, actor, clock }: Read, id: string, hashes: ContentHashes) {
  const head = await gloveboxRepository.head(tx, actor, id)
  if (!head) return undefined
  if (!hashes.some((hash) => hash.equals(head.content_hash))) throw new Problem('id_reused')
  return gloveboxRepository.find(tx, actor, todayOf({ actor, clock }), id)
}

async function readBack({ tx, actor, clock }: Read, id: string): Promise<GloveboxItem> {
  const item = await gloveboxRepository.find(tx, actor, todayOf({ actor, clock }), id)
  if (!item) throw new Error(`Glovebox item ${id} cannot be read by the one who wrote it.`)
  return item
}

function requireValid(input: GloveboxItemInput, plan: DocumentPlan, now: Date): void {
  const fields = checkGloveboxItem(input, { today: dayOfEntry(input, now), fileNames: plan.fileNames })
  if (plan.destroysUnknown) addCode(fields, 'glovebox_documents_attributes', 'unknown')
  if (Object.keys(fields).length === 0) return
  const inBody = Object.entries(fields).map(([path, codes]) => [`glovebox_item.${path}`, codes])
  throw new Problem('validation', { fields: Object.fromEntries(inBody) })
}

/**
 * Locks the item to be changed. 404 if missing, in another fleet or not visible; 403 by type; 410 if deleted; 412 if
 * changed since.
 */
async function lockUnchanged(useCase: Read, id: string, precondition: Precondition): Promise<void> {
  const { tx, actor } = useCase
  const head = await gloveboxRepository.head(tx, actor, id, 'lock')
  if (!head) throw new Problem('not_found')
  requireEditableType(actor, head.document_type)
  if (head.is_deleted) throw new Problem('gone')
  if (precondition.ifMatch !== null && precondition.ifMatch !== head.rev)
    throw new Problem('stale', {
      current: await readBack(useCase, id),
      etag: `"${head.rev}"`,
      changed: await lastChangeOf(tx, actor, head),
    })
}

/** Only users who may edit documents of this type may upload its file (GLV-015). */
export const mayUploadDocument: MaySend = (actor, document) =>
  document.document_type !== null && canEditDocument(actor, document.document_type)

function requireEditableType(actor: Actor, type: DocumentType): void {
  if (!canEditDocument(actor, type)) throw new Problem('not_allowed')
}

function gloveboxContent(input: GloveboxItemInput): GloveboxContent {
  return {
    vehicle_id: input.vehicle_id,
    document_type: input.document_type,
    document_title: input.document_title ?? null,
    document_number: input.document_number ?? null,
    expiration_date: input.expiration_date ?? null,
    state_id: input.state_id ?? null,
    insurance_name: input.insurance_name ?? null,
  }
}

/** Returns the day of entry in the time zone where it is earliest. Ignores a client clock that is ahead. */
function dayOfEntry(input: GloveboxItemInput, now: Date): string {
  const enteredAt = input.entered_at === undefined ? now.getTime() : Date.parse(input.entered_at)
  return earliestDay(new Date(Math.min(now.getTime(), enteredAt)))
}
