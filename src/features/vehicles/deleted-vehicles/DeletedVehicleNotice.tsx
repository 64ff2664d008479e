import Delete from '@mui/icons-material/DeleteOutlined'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { DeletedVehicleItem } from './DeletedVehicleItem.tsx'
import { deletedVehicleQuery } from './deleted-vehicles.queries.ts'

interface DeletedVehicleNoticeProps {
  vehicleId: number
  /** Shown if the vehicle was not deleted, or the server is unreachable. */
  otherwise: ReactNode
}

/** For the URL of a missing vehicle: shows that it was deleted and offers to restore it. */
export function DeletedVehicleNotice({ vehicleId, otherwise }: DeletedVehicleNoticeProps) {
  const t = useTexts('deleted-vehicles')
  const toast = useToast()
  const { data, isLoading } = useQuery(deletedVehicleQuery(vehicleId))
  const [vehicle] = data?.deleted_vehicles ?? []
  if (isLoading) return <SkeletonList rows={2} />
  if (!vehicle) return otherwise
  return (
    <>
      <EmptyState
        icon={<Delete />}
        title={t('deleted-vehicles:notice.title')}
        message={t('deleted-vehicles:notice.message')}
      />
      <Paper variant="outlined" sx={{ px: 2, py: 1.5, maxWidth: 640, mx: 'auto' }}>
        <DeletedVehicleItem vehicle={vehicle} onRestored={(message) => toast('success', message)} />
      </Paper>
    </>
  )
}
