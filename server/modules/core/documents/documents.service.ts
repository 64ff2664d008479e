import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { StoredFile } from '#contract/core/documents.ts'
import { fileContentError, isCompleteFile } from '#domain/core/file-content.ts'
import type { Party } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { ExternalCallNeeded } from '#server/external-call.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import type { Attributes } from './attributes.ts'
import {
  type DocumentKind,
  type DocumentOwner,
  type NewDocument,
  newStorageKey,
  type StoredDocument,
  type Upload,
} from './document.ts'
import { documentsRepository } from './documents.repository.ts'
import { type MaySend, requireSendable } from './may-send.ts'
import { withoutMetadata } from './metadata.ts'
import { matchesDigest, partsMissing, requireStorage } from './parts.ts'
import { isWholePicture } from './picture.ts'
import { uploadPartsRepository } from './upload-parts.repository.ts'

/** The bytes that a call sent, with its description of them. */
export interface SentFile {
  bytes: Uint8Array
  contentType: string | undefined
  /** Header Repr-Digest, if it was sent. */
  reprDigest: string | undefined
}
/** Verified bytes; 'parts missing': sent in parts, of which some are missing; 'unseen': `storeFile` rejects it. */
export type Sent = Upload | 'parts missing' | 'unseen'

/** What storing files needs: the file store, the parts of unfinished uploads, and the limit of a fleet. */
export type DocumentPorts = Pick<Ports, 'files' | 'fleetStorageBytes'>
type DocumentsUseCase = Pick<UseCase<'files' | 'fleetStorageBytes'>, 'tx' | 'ports'>

/** Returns the documents of an entry. */
export const documentsOfOwner = documentsRepository.ofOwner

/** The documents of an order: their number, and which photos belong to which line. */
export const countDocumentsOfOrder = documentsRepository.countOfOrder
export const movePhotos = documentsRepository.movePhotos
export const dropPhotos = documentsRepository.dropPhotos

/**
 * Compares bytes with the announced document. Errors: digest_mismatch, if they arrived damaged and must be sent again;
 * file_type, if they are another kind of file; file_active, if a PDF contains a program or another file.
 */
export async function verifyFile(document: StoredDocument, sent: SentFile): Promise<void> {
  const digest = createHash('sha256').update(sent.bytes).digest()
  if (
    sent.bytes.length !== document.byte_size ||
    digest.toString('hex') !== document.sha256 ||
    !matchesDigest(sent.reprDigest, digest)
  )
    throw new Problem('digest_mismatch', { detail: 'The bytes are not those that were announced.' })
  const type = sent.contentType?.split(';')[0]?.trim().toLowerCase()
  const isOtherType =
    type !== undefined && type !== 'application/octet-stream' && type !== document.content_type
  if (fileContentError(document.content_type, sent.bytes) === 'file_active') throw new Problem('file_active')
  if (isOtherType || !(await isFileOf(document, sent.bytes))) throw new Problem('file_type')
}

/**
 * Stores verified bytes: first the file, outside the transaction, then the row that names it. Writes nothing if the
 * file is stored already. Of two requests with the same file, the first to lock the row stores it; the file of the other
 * is removed. 404, 403, 410 `gone`, 409 `wrong_offset`, 422 `storage_full`.
 */
export async function storeFile(
  { tx, ports }: DocumentsUseCase,
  party: Party,
  { kind, id, maySend }: { kind: DocumentKind; id: string; maySend: MaySend },
  sent: Sent,
): Promise<z.infer<typeof StoredFile>> {
  const document = await documentsRepository.find(tx, party, kind, id, 'lock')
  if (!document || (sent === 'unseen' && !document.is_gone)) throw new Problem('not_found')
  requireSendable(document, party, maySend)
  if (document.state === 'awaited') {
    if (typeof sent === 'string') throw await partsMissing(tx, { document, party })
    const own = await uploadPartsRepository.size(tx, { document, party })
    await requireStorage({ tx, ports }, document.fleet_id, sent.bytes.length, own)
    if (sent.storageKey === null)
      throw storeFirst(ports.files, document.fleet_id, [{ ...document, upload: sent }])
    await documentsRepository.markStored(tx, document, sent.storageKey)
    sent.isRecorded = true
  }
  const { sha256, byte_size, owner_id, vehicle_id } = document
  return { id: document.id, state: 'stored', sha256, byte_size, owner_id, vehicle_id }
}

/** Returns a document with stored bytes: 404 if they were not sent yet or the party may not see it, 410 if deleted. */
export async function getStoredDocument(
  tx: Transaction,
  party: Party,
  kind: DocumentKind,
  id: string,
): Promise<StoredDocument> {
  const document = await documentsRepository.find(tx, party, kind, id)
  if (!document || (document.state === 'awaited' && !document.is_gone)) throw new Problem('not_found')
  if (document.is_gone) throw new Problem('gone')
  return document
}

/** Returns the bytes of a stored document. */
export async function readFileBytes(files: FileStore, document: StoredDocument): Promise<Uint8Array> {
  const bytes = document.storage_key === null ? null : await files.get(document.storage_key)
  if (!bytes) throw new Error(`The bytes of document ${document.id} are missing in the file store.`)
  return bytes
}

/**
 * Adds and removes documents of an entry. Bytes inside the call are stored first, outside the transaction, after all
 * checks here. A job removes the bytes of removed documents after the commit (GLV-004, R-7). 409 `id_reused` if an id is
 * taken; 422 `storage_full`.
 */
export async function changeDocuments(
  { tx, ports }: DocumentsUseCase,
  fleetId: number,
  owner: DocumentOwner,
  change: Attributes,
  firstRow: number,
): Promise<void> {
  if (change.destroyed.length > 0) await documentsRepository.markDeleted(tx, fleetId, owner, change.destroyed)
  if (change.added.length === 0) return
  const inline = change.added.reduce((sum, { upload }) => sum + (upload?.bytes.length ?? 0), 0)
  if (inline > 0) await requireStorage({ tx, ports }, fleetId, inline)
  for (const { upload } of change.added) if (upload) upload.isRecorded = false
  if (change.added.some(({ upload }) => upload?.storageKey === null))
    throw storeFirst(ports.files, fleetId, change.added)
  const inserted = await documentsRepository.insert(tx, fleetId, owner, change.added, firstRow)
  if (inserted < change.added.length)
    throw new Problem('id_reused', { detail: 'A document has an id that is taken already.' })
  for (const { upload } of change.added) if (upload) upload.isRecorded = true
}

/** Returns the instruction to store the uploads of documents while no transaction is open. */
function storeFirst(
  files: FileStore,
  fleetId: number,
  given: readonly Pick<NewDocument, 'id' | 'content_type' | 'upload'>[],
): ExternalCallNeeded {
  const uploads = given.flatMap(({ id, content_type, upload }) =>
    upload?.storageKey === null ? [{ upload, content_type, key: newStorageKey(fleetId, id) }] : [],
  )
  return new ExternalCallNeeded({
    async make() {
      for (const { upload, key, content_type } of uploads) {
        await files.put(key, withoutMetadata(content_type, upload.bytes), content_type)
        upload.storageKey = key
      }
    },
    async discard() {
      for (const { key } of uploads) await files.remove(key)
    },
    isRecorded: () => uploads.every(({ upload }) => upload.isRecorded),
  })
}

async function isFileOf({ content_type }: StoredDocument, bytes: Uint8Array): Promise<boolean> {
  if (!isCompleteFile(content_type, bytes)) return false
  return content_type === 'application/pdf' || isWholePicture(bytes)
}
