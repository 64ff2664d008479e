import { PartDialog } from '#src/features/vehicles/entry/PartDialog.tsx'
import { useCopyRefresh } from '#src/features/vehicles/entry/useCopyRefresh.ts'
import { VehicleLoader } from '#src/features/vehicles/entry/VehicleLoader.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import type { VehiclePart } from './vehicle-parts.ts'

interface PartFormProps {
  vehicleId: number
  part: VehiclePart
  onClose: () => void
}

/** Edits one part of a vehicle on its page, without the VIN step of the whole form. */
export function PartForm({ vehicleId, part, onClose }: PartFormProps) {
  const t = useTexts('vehicle-form')
  const toast = useToast()
  const refreshCopy = useCopyRefresh()
  const title = t(`vehicle-form:part.${part}`)
  const onSaved = async () => {
    await refreshCopy()
    toast('success', t('vehicle-form:done.updated'))
    onClose()
  }
  return (
    <VehicleLoader width="sm" vehicleId={vehicleId} title={title} onClose={onClose}>
      {(vehicle) => (
        <PartDialog
          part={part}
          vehicle={vehicle}
          title={title}
          onClose={onClose}
          onSaved={() => void onSaved()}
        />
      )}
    </VehicleLoader>
  )
}
