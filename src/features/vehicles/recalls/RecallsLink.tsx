import { useTexts } from '#src/i18n/useTexts.ts'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { useRecallRows } from './useRecallRows.ts'

/** Links to the recalls of the fleet's vehicles and shows their number. Renders nothing if there are none. */
export function RecallsLink() {
  const t = useTexts('recalls')
  const rows = useComplete(useRecallRows(useVehicles()))
  if (!rows || rows.length === 0) return null
  return (
    <LinkButton to="/recalls" search={{}} color="warning">
      {t('recalls:link', { count: rows.length })}
    </LinkButton>
  )
}
