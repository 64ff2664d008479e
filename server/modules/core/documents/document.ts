import type { FileType } from '#contract/core/documents.ts'
import type { DocumentType } from '#contract/core/permissions.ts'

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
  bytes: Uint8Array | null
}

/** A document among its entry's others. */
export interface OwnedDocument {
  id: string
  file_name: string
  sha256: string
  row_number: number
  is_deleted: boolean
}

/** Where a document's bytes lie. One document, one digest, one key: writing it twice is the same as once. */
export const storageKeyOf = (fleetId: number, id: string) => `${fleetId}/${id}`
