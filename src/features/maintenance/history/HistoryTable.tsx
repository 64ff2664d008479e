import Edit from '@mui/icons-material/EditOutlined'
import { useState } from 'react'
import type { MaintenanceDocument } from '#contract/maintenance/history-record.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import type { HistoryRow } from './history-rows.ts'
import { InvoiceViewer } from './invoices/InvoiceViewer.tsx'
import { invoiceMeta } from './invoices/invoice-meta.ts'
import { HistoryGrid } from './parts/HistoryGrid.tsx'
import { RowDocuments } from './parts/RowDocuments.tsx'

/** The history of a vehicle: a table on desktops, cards on phones. */
export function HistoryTable({ rows }: { rows: readonly HistoryRow[] }) {
  const isDesktop = useIsDesktop()
  const [opened, setOpened] = useState<MaintenanceDocument>()
  const documentsOf = (row: HistoryRow) => <Invoices row={row} onOpen={setOpened} />
  const actionsOf = (row: HistoryRow) => <EditLink row={row} />
  return (
    <>
      {isDesktop ? (
        <HistoryGrid rows={rows} documentsOf={documentsOf} actionsOf={actionsOf} />
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
          {rows.map((row) => (
            <li key={row.key}>
              <HistoryCard row={row} documents={documentsOf(row)} actions={actionsOf(row)} />
            </li>
          ))}
        </Box>
      )}
      {opened && <InvoiceViewer invoice={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface InvoicesProps {
  row: HistoryRow
  onOpen: (invoice: MaintenanceDocument) => void
}

function Invoices({ row, onOpen }: InvoicesProps) {
  const t = useTexts('history')
  const { cache } = useOffline()
  const toast = useToast()
  async function download(invoice: MaintenanceDocument) {
    const blob = await cache.documentBlob(invoice.id, invoiceMeta(invoice))
    if (blob) downloadFile(blob, invoice.file_name)
    else toast('warning', t('history:files.notHere', { fileName: invoice.file_name }))
  }
  return <RowDocuments documents={row.documents} onOpen={onOpen} onDownload={download} />
}

/** Only manual entries can be edited, and only with permission (MHX-031..035); an unsent entry is always editable. */
function EditLink({ row }: { row: HistoryRow }) {
  const t = useTexts('history')
  const { can } = useSession()
  const isOwn = row.waiting?.change === 'create'
  if (row.kind !== 'manual' || row.waiting?.change === 'delete' || !(can('history.edit') || isOwn))
    return null
  return (
    <LinkButton
      size="small"
      startIcon={<Edit />}
      to="/maintenance_history/$historyId"
      params={{ historyId: row.id }}
      aria-label={t('history:row.edit', { services: row.completed.join(', ') })}
    >
      {t('history:edit')}
    </LinkButton>
  )
}
