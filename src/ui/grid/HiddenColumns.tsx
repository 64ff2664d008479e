import type { GridColDef } from '@mui/x-data-grid'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '../box/Typography.tsx'
import { ActionButton } from '../form/ActionButton.tsx'

interface HiddenColumnsProps {
  columns: readonly GridColDef[]
  onShow: () => void
}

/** Names the columns for which the window is too narrow, and shows them on demand. */
export function HiddenColumns({ columns, onShow }: HiddenColumnsProps) {
  const t = useTexts()
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', px: 1, pt: 0.5 }}>
      {t('common:grid.hidden', {
        count: columns.length,
        columns: columns.map(({ headerName }) => headerName).join(', '),
      })}{' '}
      <ActionButton size="small" onClick={onShow}>
        {t('common:grid.showHidden')}
      </ActionButton>
    </Typography>
  )
}
