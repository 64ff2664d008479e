import Download from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { MaintenanceDocument } from '#contract/maintenance/history-record.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'

interface RowDocumentsProps {
  documents: readonly MaintenanceDocument[]
  onOpen: (document: MaintenanceDocument) => void
  onDownload: (document: MaintenanceDocument) => void
}

/** Invoices of a row: the name opens one, the arrow downloads it (MHX-049). */
export function RowDocuments({ documents, onOpen, onDownload }: RowDocumentsProps) {
  const t = useTexts('history')
  if (documents.length === 0) return null
  return (
    <ul>
      {documents.map((document) => (
        <Box component="li" key={document.id} sx={{ display: 'flex', alignItems: 'center' }}>
          <Button
            size="small"
            onClick={() => onOpen(document)}
            sx={{
              justifyContent: 'start',
              textAlign: 'start',
              overflowWrap: 'anywhere',
              minWidth: 0,
              // The name says that there is an invoice. Stronger than the rule that hides buttons on paper.
              '@media print': { '&&': { display: 'inline-flex !important' } },
            }}
          >
            {document.file_name}
          </Button>
          <IconButton
            size="small"
            onClick={() => onDownload(document)}
            aria-label={t('history:files.download', { fileName: document.file_name })}
          >
            <Download fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </ul>
  )
}
