import type { BulkNote } from '#domain/vehicles/bulk-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { VerdictChip } from './VerdictChip.tsx'

export interface ListedRow {
  row: number
  vin: string
  name: string
  verdict: 'new' | 'known' | 'refused' | 'taken'
  notes: BulkNote[]
}

interface RowListProps {
  label: string
  rows: readonly ListedRow[]
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Rows of a file with their verdicts, paginated. */
export function RowList({ label, rows, page, pages, onPage }: RowListProps) {
  const t = useTexts('bulk-upload')
  return (
    <Stack sx={{ gap: 1 }}>
      <ul aria-label={label}>
        {rows.map((row) => (
          <Box
            component="li"
            key={row.row}
            sx={{ py: 1, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
          >
            <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <Typography variant="body2" sx={{ color: 'text.secondary', minWidth: { xs: 0, sm: 72 } }}>
                {t('bulk-upload:row', { row: row.row })}
              </Typography>
              <Typography variant="body2" sx={{ fontWeight: 600, flex: 1 }}>
                {[row.vin, row.name].filter(Boolean).join(' · ')}
              </Typography>
              <VerdictChip verdict={row.verdict} hasRemark={row.notes.length > 0} />
            </Stack>
            {row.notes.map((note) => (
              <Typography key={`${note.code} ${note.column}`} variant="body2" sx={{ mt: 0.5 }}>
                {note.column !== null && note.column !== 'vin' && (
                  <Box component="span" sx={{ fontWeight: 600, mr: 1 }}>
                    {t(`bulk-upload:column.${note.column}`)}
                  </Box>
                )}
                {t(`bulk-upload:code.${note.code}`, { row: note.other_row ?? '' })}
              </Typography>
            ))}
          </Box>
        ))}
      </ul>
      <Pages page={page} count={pages} onChange={onPage} />
    </Stack>
  )
}
