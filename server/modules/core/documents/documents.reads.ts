import type { FileType } from '#contract/core/documents.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** A document as the SQL below gives it. */
export interface DocumentJson {
  id: string
  file_name: string
  content_type: FileType
  byte_size: number
  sha256: string
  state: 'awaited' | 'stored'
}

/** Column: the live documents `d` of an owner, in their order, as JSON. `owner`: condition such as d.history_id = h.id. */
export function documentsColumn(owner: Query): Query {
  return sql`(select coalesce(json_agg(json_build_object('id', d.id, 'file_name', d.file_name,
      'content_type', d.content_type, 'byte_size', d.byte_size, 'sha256', d.sha256, 'state', d.state)
      order by d.row_number, d.created_at, d.id), '[]')
    from documents d where ${owner} and d.deleted_at is null)`
}

export const maintenanceDocument = (document: DocumentJson) => ({
  ...document,
  invoice_document_url: { url: `/api/v4/maintenance_documents/${document.id}` },
})

export const gloveboxDocument = (document: DocumentJson) => ({
  ...document,
  document_url: { url: `/api/v4/glovebox_documents/${document.id}` },
})
