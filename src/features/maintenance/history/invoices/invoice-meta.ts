import type { MaintenanceDocument } from '#contract/maintenance/history-record.ts'
import type { DocumentMeta } from '#src/offline/model/api/cache-api.ts'

/** Describes the file of an invoice. */
export const invoiceMeta = ({
  invoice_document_url: { url },
  sha256,
  content_type: type,
}: MaintenanceDocument): DocumentMeta => ({ url, sha256, type })
