import CloudOff from '@mui/icons-material/CloudOffOutlined'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'

/** In the place of a list, or of a vehicle, that needs signal once before it can show. */
export function NotHereYet() {
  const t = useTexts('vehicles')
  return (
    <EmptyState
      icon={<CloudOff />}
      title={t('vehicles:list.firstLoad.title')}
      message={t('vehicles:list.firstLoad.message')}
    />
  )
}
