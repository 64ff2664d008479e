import Button from '@mui/material/Button'
import type { GridValidRowModel } from '@mui/x-data-grid'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import type { OrderSelecting } from './useOrderSelecting.ts'

/** Starts selecting orders, on a desktop. */
export function SelectOrdersButton<Row extends GridValidRowModel>(props: { selecting: OrderSelecting<Row> }) {
  const { selection, start } = props.selecting
  const t = useTexts('bulk-actions')
  if (!useIsDesktop() || selection) return null
  return (
    <Button onClick={start} sx={{ ml: 'auto' }}>
      {t('bulk-actions:start')}
    </Button>
  )
}
