import type { DeletedVehicle } from '#contract/vehicles/deleted-vehicles.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { daysLeft } from './days-left.ts'
import { useRestore } from './useRestore.ts'

interface DeletedVehicleItemProps {
  vehicle: DeletedVehicle
  /** Called with the message to show once the vehicle is restored. */
  onRestored: (message: string) => void
}

/** A deleted vehicle: who deleted it and when, how long it can be restored, and the restore button. */
export function DeletedVehicleItem({ vehicle, onRestored }: DeletedVehicleItemProps) {
  const t = useTexts('deleted-vehicles')
  const format = useFormat()
  const isOnline = useOnline()
  const { restore, isBusy, errorMessage } = useRestore(vehicle.id, onRestored)
  const count = daysLeft(vehicle.restorable_until, Date.now())
  return (
    <Box>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 650 }}>{vehicle.name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('deleted-vehicles:item.deleted', {
              name: vehicle.deleted_by,
              time: format.dateTime(vehicle.deleted_at),
            })}
          </Typography>
          <Typography variant="body2">
            {[
              count > 1 ? t('deleted-vehicles:item.daysLeft', { count }) : t('deleted-vehicles:item.lastDay'),
              vehicle.vin && t('deleted-vehicles:item.vin', { vin: vehicle.vin }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
        <ActionButton
          variant="outlined"
          loading={isBusy}
          aria-label={t('deleted-vehicles:restore.named', { vehicle: vehicle.name })}
          disabledReason={!isOnline && t('deleted-vehicles:restore.offline')}
          onClick={restore}
        >
          {t('deleted-vehicles:restore.action')}
        </ActionButton>
      </Stack>
      {errorMessage && (
        <Typography role="alert" variant="body2" sx={{ mt: 0.5, color: 'error.main' }}>
          {errorMessage}
        </Typography>
      )}
    </Box>
  )
}
