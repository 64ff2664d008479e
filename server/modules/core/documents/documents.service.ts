import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { StoredFile } from '#contract/core/documents.ts'
import { fileContentError, isCompleteFile } from '#domain/core/file-content.ts'
import type { Party } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { ExternalCallNeeded } from '#server/external-call.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import type { Staging } from '#server/integrations/files/staging.ts'
import { Problem } from '#server/problem.ts'
import type { Attributes } from './attributes.ts'
import {
  type DocumentKind,
  type DocumentOwner,
  type NewDocument,
  newStorageKey,
  type StoredDocument,
  type Upload,
} from './document.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import { demandSendable, type MaySend } from './may-send.ts'
import { withoutMetadata } from './metadata.ts'
import { fileParts, fitsDigest } from './parts.ts'
import { isWholePicture } from './picture.ts'

/** The bytes that a call sent, with what it said of them. */
export interface SentFile {
  bytes: Uint8Array
  contentType: string | undefined
  /** Header Repr-Digest, where it was given. */
  reprDigest: string | undefined
}
/** Verified bytes; 'parts missing': it came in parts, and not all are here; 'unseen': `take` will refuse it. */
export type Sent = Upload | 'parts missing' | 'unseen'

/** Documents of histories and glovebox items: announced with their entry, sent after it, served so that nothing in them runs. */
export function documentsService(
  documents: DocumentsRepository,
  files: FileStore,
  staging: Staging,
  fleetBytesMax: number,
) {
  const parts = fileParts(documents, staging, demandRoom)

  /**
   * Room for `bytes` more, beside what is stored and what unfinished files have here; `own` of these are of the same file.
   * 422 `storage_full`. Those that are sent at the same moment may pass the line together (S-19).
   */
  async function demandRoom(tx: Transaction, fleetId: number, bytes: number, own = 0): Promise<void> {
    const stored = await documents.storedBytes(tx, fleetId)
    const unfinished = (await staging.sizeBelow(String(fleetId))) - own
    if (stored + unfinished + bytes > fleetBytesMax) throw new Problem('storage_full')
  }

  /** Has the uploads of documents stored while no transaction is open. */
  function storeFirst(
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

  return {
    /** Files that are sent bit by bit, until they are whole. */
    parts,

    /** The document that a file is sent for; undefined when `take` will refuse it. */
    expected: documents.find,

    /**
     * Checks bytes against what was announced. `digest_mismatch`: they arrived broken, send them again;
     * `file_type`: they are no file of the announced kind; `file_active`: a PDF that carries a program or another file.
     */
    async verify(document: StoredDocument, sent: SentFile): Promise<void> {
      const digest = createHash('sha256').update(sent.bytes).digest()
      if (
        sent.bytes.length !== document.byte_size ||
        digest.toString('hex') !== document.sha256 ||
        !fitsDigest(sent.reprDigest, digest)
      )
        throw new Problem('digest_mismatch', { detail: 'The bytes are not those that were announced.' })
      const said = sent.contentType?.split(';')[0]?.trim().toLowerCase()
      const isSaidOtherwise =
        said !== undefined && said !== 'application/octet-stream' && said !== document.content_type
      if (fileContentError(document.content_type, sent.bytes) === 'file_active')
        throw new Problem('file_active')
      if (isSaidOtherwise || !(await isFileOf(document, sent.bytes))) throw new Problem('file_type')
    },

    /**
     * Stores verified bytes: first the file, outside of the transaction, then the row that names it. Already
     * stored: nothing is written. Of two requests that send the same file, the first to lock the row wins; the file of
     * the other is removed. 404, 403, 410 `gone`, 409 `wrong_offset`, 422 `storage_full`.
     */
    async take(
      tx: Transaction,
      party: Party,
      kind: DocumentKind,
      id: string,
      maySend: MaySend,
      sent: Sent,
    ): Promise<z.infer<typeof StoredFile>> {
      const document = await documents.find(tx, party, kind, id, 'lock')
      if (!document || (sent === 'unseen' && !document.is_gone)) throw new Problem('not_found')
      demandSendable(document, party, maySend)
      if (document.state === 'awaited') {
        if (typeof sent === 'string') throw await parts.missing(document, party)
        await demandRoom(tx, document.fleet_id, sent.bytes.length, await parts.sizeOf(document, party))
        if (sent.storageKey === null) throw storeFirst(document.fleet_id, [{ ...document, upload: sent }])
        await documents.markStored(tx, document, sent.storageKey)
        sent.isRecorded = true
      }
      const { sha256, byte_size, owner_id, vehicle_id } = document
      return { id: document.id, state: 'stored', sha256, byte_size, owner_id, vehicle_id }
    },

    /** A document whose bytes can be had: 404 while they are awaited or the party may not see it, 410 when it is gone. */
    async stored(tx: Transaction, party: Party, kind: DocumentKind, id: string): Promise<StoredDocument> {
      const document = await documents.find(tx, party, kind, id)
      if (!document || (document.state === 'awaited' && !document.is_gone)) throw new Problem('not_found')
      if (document.is_gone) throw new Problem('gone')
      return document
    },

    /** Bytes of a stored document. */
    async bytes(document: StoredDocument): Promise<Uint8Array> {
      const bytes = document.storage_key === null ? null : await files.get(document.storage_key)
      if (!bytes) throw new Error(`The bytes of document ${document.id} are missing in the file store.`)
      return bytes
    },

    ofOwner: documents.ofOwner,
    countOfOrder: documents.countOfOrder,
    movePhotos: documents.movePhotos,
    dropPhotos: documents.dropPhotos,

    /**
     * Adds and takes away documents of an entry. Bytes that came inside the call are stored first, outside of the
     * transaction, once everything here has passed. 409 `id_reused` when an id is taken already. Bytes of what was taken
     * away are removed by the janitor, after the commit (GLV-004, R-7).
     */
    async apply(
      tx: Transaction,
      fleetId: number,
      owner: DocumentOwner,
      change: Attributes,
      firstRow: number,
    ): Promise<void> {
      if (change.destroyed.length > 0) await documents.markDeleted(tx, fleetId, owner, change.destroyed)
      if (change.added.length === 0) return
      const inline = change.added.reduce((sum, { upload }) => sum + (upload?.bytes.length ?? 0), 0)
      if (inline > 0) await demandRoom(tx, fleetId, inline)
      for (const { upload } of change.added) if (upload) upload.isRecorded = false
      if (change.added.some(({ upload }) => upload?.storageKey === null))
        throw storeFirst(fleetId, change.added)
      const inserted = await documents.insert(tx, fleetId, owner, change.added, firstRow)
      if (inserted < change.added.length)
        throw new Problem('id_reused', { detail: 'A document has an id that is taken already.' })
      for (const { upload } of change.added) if (upload) upload.isRecorded = true
    },
  }
}
export type DocumentsService = ReturnType<typeof documentsService>

async function isFileOf({ content_type }: StoredDocument, bytes: Uint8Array): Promise<boolean> {
  if (!isCompleteFile(content_type, bytes)) return false
  return content_type === 'application/pdf' || isWholePicture(bytes)
}
