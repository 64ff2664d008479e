import CloudOff from '@mui/icons-material/CloudOffOutlined'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { vehicleQuery } from './vehicle-entry.queries.ts'

interface VehicleLoaderProps {
  vehicleId: number
  /** Of the dialog that is shown meanwhile. */
  title: string
  width: 'sm' | 'md'
  /** False: waits although the vehicle is there. */
  isReady?: boolean
  onClose: () => void
  children: (vehicle: VehicleDetail) => ReactNode
}

/** Loads a vehicle's current data for a form. Without a connection it says so, and opens once there is one. */
export function VehicleLoader(props: VehicleLoaderProps) {
  const { vehicleId, title, width, isReady = true, onClose, children } = props
  const t = useTexts('vehicle-form', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  // Never refetched: later data must not change the form's values.
  const query = useQuery({
    ...vehicleQuery(vehicleId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })
  if (query.data && isReady) return children(query.data)
  return (
    <ResponsiveDialog open width={width} title={title} onClose={onClose}>
      {query.isError && !isOnline ? (
        <EmptyState
          icon={<CloudOff />}
          title={t('vehicle-form:offline.title')}
          message={t('vehicle-form:offline.noForm')}
        />
      ) : query.isError ? (
        <ErrorPanel message={textOf(toFailure(query.error))} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonList rows={width === 'md' ? 5 : 2} />
      )}
    </ResponsiveDialog>
  )
}
