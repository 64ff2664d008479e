import { randomBytes } from 'node:crypto'
import type { FileType } from '#contract/core/documents.ts'
import type { DocumentType } from '#domain/access/permissions.ts'

/** Which of the two calls a document is reached by: invoices of histories and orders, or papers of the glovebox. */
export type DocumentKind = 'maintenance' | 'glovebox'

/** What a document hangs on. */
export type DocumentOwner =
  | { history_id: string }
  | { glovebox_item_id: string }
  /** Without a service: an invoice of the order; with one: a photo of it. */
  | { order_id: number; order_service_id: number | null }

/** A document with what decides about it. */
export interface StoredDocument {
  id: string
  fleet_id: number
  file_name: string
  content_type: FileType
  byte_size: number
  sha256: string
  state: 'awaited' | 'stored'
  storage_key: string | null
  vehicle_id: number
  /** Of the entry: its id, who made it, and for the glovebox its type. */
  owner_id: string
  created_by: number | null
  document_type: DocumentType | null
  /** It, or its entry, has been deleted. */
  is_gone: boolean
}

/** A document to be written with its entry; with bytes where they came inside the call itself. */
export interface NewDocument {
  id: string
  file_name: string
  content_type: FileType
  byte_size: number
  sha256: string
  upload: Upload | null
}

/** Verified bytes of one request, on their way into the file store. */
export interface Upload {
  bytes: Uint8Array
  /** Where the store has them; null: not yet. */
  storageKey: string | null
  /** Whether the last run of the transaction made a document's row name `storageKey`. */
  isRecorded: boolean
}

export const newUpload = (bytes: Uint8Array): Upload => ({ bytes, storageKey: null, isRecorded: false })

/** A document among its entry's others. */
export interface OwnedDocument {
  id: string
  file_name: string
  sha256: string
  row_number: number
  is_deleted: boolean
}

/**
 * A key under which nothing was ever stored. Each upload has its own, so the bytes under a key never change, and an
 * object that no row names after a day belongs to an upload that will never end: the janitor may remove it unlocked.
 */
export const newStorageKey = (fleetId: number, id: string) =>
  `${fleetId}/${id}-${randomBytes(4).toString('hex')}`

/** Fleet and document that a key was made for. Keys of older versions end after the document's id. */
export function readStorageKey(key: string): { fleetId: number; documentId: string } | null {
  const [, fleetId, documentId] = KEY.exec(key) ?? []
  return documentId === undefined ? null : { fleetId: Number(fleetId), documentId }
}
const KEY = /^(\d+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9a-f]{8})?$/
