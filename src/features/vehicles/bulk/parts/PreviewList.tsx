import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import type { Preview, PreviewRow } from '../preview-file.ts'
import { RowList } from './RowList.tsx'

const ROWS_PER_PAGE = 25
type Shown = 'all' | 'refused' | 'remarks'

const isRemark = ({ verdict, notes }: PreviewRow) => verdict !== 'refused' && notes.length > 0
const FILTERS: Record<Shown, (row: PreviewRow) => boolean> = {
  all: () => true,
  refused: ({ verdict }) => verdict === 'refused',
  remarks: isRemark,
}

/** What a file would change: totals and the verdict of every row. Nothing has been sent yet. */
export function PreviewList({ preview }: { preview: Preview }) {
  const t = useTexts('bulk-upload')
  const format = useFormat()
  const count = (test: (row: PreviewRow) => boolean) => format.number(preview.rows.filter(test).length)
  const [shown, setShown] = useState<Shown>(() => (preview.rows.some(FILTERS.refused) ? 'refused' : 'all'))
  const [page, setPage] = useState(1)
  const rows = preview.rows.filter(FILTERS[shown])
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="h3">{t('bulk-upload:preview.title')}</Typography>
      <Stack direction="row" role="status" sx={{ gap: 2, flexWrap: 'wrap', fontWeight: 600 }}>
        <span>{t('bulk-upload:preview.new', { number: count(({ verdict }) => verdict === 'new') })}</span>
        <span>{t('bulk-upload:preview.known', { number: count(({ verdict }) => verdict === 'known') })}</span>
        <span>{t('bulk-upload:preview.refused', { number: count(FILTERS.refused) })}</span>
        <span>{t('bulk-upload:preview.remarks', { number: count(isRemark) })}</span>
      </Stack>
      {preview.encoding === 'mixed' && <AlertBox type="notice" message={t('bulk-upload:preview.mixed')} />}
      {!preview.isChecked && <AlertBox type="notice" message={t('bulk-upload:preview.unchecked')} />}
      {preview.encoding === 'windows-1252' && (
        <Typography variant="body2">{t('bulk-upload:preview.legacy')}</Typography>
      )}
      {preview.unknownColumns.length > 0 && (
        <Typography variant="body2">
          {t('bulk-upload:preview.unknown', { columns: preview.unknownColumns.slice(0, 10).join(', ') })}
        </Typography>
      )}
      {preview.informationColumns.length > 0 && (
        <Typography variant="body2">
          {t('bulk-upload:preview.information', { columns: preview.informationColumns.join(', ') })}
        </Typography>
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('bulk-upload:preview.filter')}
        value={shown}
        onChange={(_, next: Shown | null) => {
          if (next) setShown(next)
          setPage(1)
        }}
      >
        <ToggleButton value="all">{t('bulk-upload:preview.all')}</ToggleButton>
        <ToggleButton value="refused">{t('bulk-upload:preview.onlyRefused')}</ToggleButton>
        <ToggleButton value="remarks">{t('bulk-upload:preview.onlyRemarks')}</ToggleButton>
      </ToggleButtonGroup>
      <RowList
        label={t('bulk-upload:preview.filter')}
        rows={rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE)}
        page={page}
        pages={Math.ceil(rows.length / ROWS_PER_PAGE)}
        onPage={setPage}
      />
    </Stack>
  )
}
