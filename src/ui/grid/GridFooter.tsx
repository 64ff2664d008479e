import ViewColumn from '@mui/icons-material/ViewColumnOutlined'
import { ColumnsPanelTrigger, GridFooter as PageFooter } from '@mui/x-data-grid'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ActionButton } from '../form/ActionButton.tsx'

/** The button that chooses columns, before MUI's selection count and page controls. Styled by the grid. */
export function GridFooter() {
  const t = useTexts()
  return (
    <div className="grid-footer">
      <ColumnsPanelTrigger
        render={
          <ActionButton size="small" startIcon={<ViewColumn />}>
            {t('common:grid.columns')}
          </ActionButton>
        }
      />
      <PageFooter />
    </div>
  )
}
