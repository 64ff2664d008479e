import type { MaintenanceDocument } from '#contract/maintenance/history-record.ts'
import { useDocumentBlob } from '#src/local-data/useDocumentBlob.ts'
import { FileViewer } from '#src/ui/file/FileViewer.tsx'
import { invoiceMeta } from './invoice-meta.ts'

/** Full-screen view of an invoice: the unsent file, the cached copy, or the server's. */
export function InvoiceViewer({ invoice, onClose }: { invoice: MaintenanceDocument; onClose: () => void }) {
  const blob = useDocumentBlob(invoice.id, invoiceMeta(invoice))
  return (
    <FileViewer
      open
      onClose={onClose}
      title={invoice.file_name}
      fileName={invoice.file_name}
      contentType={invoice.content_type}
      blob={blob}
      isAwaited={invoice.state === 'awaited'}
    />
  )
}
