import { randomBytes } from 'node:crypto'
import type { FileType } from '#contract/core/documents.ts'
import type { DocumentType } from '#domain/access/permissions.ts'

/** Which of the two calls reads a document: invoices of histories and orders, or documents of the glovebox. */
export type DocumentKind = 'maintenance' | 'glovebox'

/** Owner of a document. */
export type DocumentOwner =
  | { history_id: string }
  | { glovebox_item_id: string }
  /** Without a service: an invoice of the order; with one: a photo of it. */
  | { order_id: number; order_service_id: number | null }

/** A document with the fields that access depends on. */
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
  /** Owner's id, creator and type. */
  owner_id: string
  created_by: number | null
  document_type: DocumentType | null
  /** It, or its entry, has been deleted. */
  is_gone: boolean
}

/** A document to insert with its entry; with `upload` if the request contains its bytes. */
export interface NewDocument {
  id: string
  file_name: string
  content_type: FileType
  byte_size: number
  sha256: string
  upload: Upload | null
}

/** Verified bytes of one request that are being stored. */
export interface Upload {
  bytes: Uint8Array
  /** Their key in the file store; null: not stored yet. */
  storageKey: string | null
  /** Whether the last run of the transaction wrote `storageKey` into a document's row. */
  isRecorded: boolean
}

export const newUpload = (bytes: Uint8Array): Upload => ({ bytes, storageKey: null, isRecorded: false })

/** One of the documents of an entry. */
export interface OwnedDocument {
  id: string
  file_name: string
  sha256: string
  row_number: number
  is_deleted: boolean
}

/**
 * Returns an unused key. Each upload has its own, so the bytes of a key never change. An object that no row refers to
 * after a day belongs to an abandoned upload, so the janitor may remove it without a lock.
 */
export const newStorageKey = (fleetId: number, id: string) =>
  `${fleetId}/${id}-${randomBytes(4).toString('hex')}`

/** Whether the key has the form of `newStorageKey`. Keys of older versions end after the document's id. */
export const isStorageKey = (key: string): boolean =>
  /^\d+\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[0-9a-f]{8})?$/.test(key)
