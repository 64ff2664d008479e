import Help from '@mui/icons-material/HelpOutlined'
import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined'
import { useQuery } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'

/** Shows that no recall is known, or why none can be known yet (DSH-042). `vehicleId`: of this vehicle only. */
export function NoRecalls({ vehicleId }: { vehicleId: number | undefined }) {
  const t = useTexts('recalls')
  const input = vehicleId === undefined ? {} : { vehicle_id: vehicleId }
  const { data: status } = useQuery({
    ...queries.recalls.status.queryOptions({ input }),
    enabled: useOnline(),
    retry: false,
  })
  if (!status) return <EmptyState title={t('recalls:empty.local')} message={t('recalls:empty.message')} />
  const { is_on, unchecked, unidentified } = status
  if (!is_on)
    return <EmptyState icon={<Help />} title={t('recalls:off.title')} message={t('recalls:off.message')} />
  if (unchecked > 0)
    return (
      <EmptyState
        icon={<Help />}
        title={t('recalls:unchecked.title')}
        message={t('recalls:unchecked.message', { count: unchecked })}
      />
    )
  return (
    <EmptyState
      icon={<VerifiedUser />}
      title={t('recalls:empty.title')}
      message={
        unidentified > 0 ? t('recalls:unidentified', { count: unidentified }) : t('recalls:empty.message')
      }
    />
  )
}
