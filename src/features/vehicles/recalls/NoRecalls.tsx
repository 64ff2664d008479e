import Help from '@mui/icons-material/HelpOutlined'
import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined'
import { useQuery } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'

/** Shows that no recall is known, or why none can be known yet (DSH-042). `vehicleId`: of this vehicle only. */
export function NoRecalls({ vehicleId }: { vehicleId: number | undefined }) {
  const t = useTexts('recalls')
  const failureText = useFailureText()
  const input = vehicleId === undefined ? {} : { vehicle_id: vehicleId }
  const isOnline = useOnline()
  const {
    data: status,
    error,
    refetch,
  } = useQuery({ ...queries.recalls.status.queryOptions({ input }), enabled: isOnline, retry: false })
  if (!status && isOnline && error)
    return <ErrorPanel message={failureText(toFailure(error))} onRetry={() => void refetch()} />
  if (!status && isOnline) return <SkeletonList rows={2} />
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
