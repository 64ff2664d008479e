import { useMemo } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { useRecallRows } from './useRecallRows.ts'

/** The number of recalls of the vehicle's model, with a link to them. Renders nothing if there are none. */
export function RecallNotice({ vehicle }: { vehicle: Vehicle }) {
  const t = useTexts('recalls')
  const rows = useRecallRows(useMemo(() => [vehicle], [vehicle]))
  if (!rows || rows.length === 0) return null
  const isUrgent = rows.some(({ recall }) => recall.is_urgent)
  return (
    <AlertBox
      type={isUrgent ? 'error' : 'notice'}
      title={t('recalls:notice.title', { count: rows.length })}
      message={
        <>
          {isUrgent && <div>{t('recalls:urgent')}</div>}
          <TextLink to="/recalls" search={{ vehicle: String(vehicle.id) }} color="inherit" underline="always">
            {t('recalls:notice.link')}
          </TextLink>
        </>
      }
    />
  )
}
