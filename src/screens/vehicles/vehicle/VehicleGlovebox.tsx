import type { DocumentType } from '#domain/access/permissions.ts'
import { GloveboxDialog } from '#src/features/vehicles/glovebox/GloveboxDialog.tsx'
import { useGlovebox } from '#src/features/vehicles/glovebox/useGlovebox.ts'

interface VehicleGloveboxProps {
  vehicleId: number
  name: string
  /** Read-only, for this type: from the list's icons (GLV-016). */
  readOnlyType?: DocumentType
  editId?: string | undefined
  onClose: () => void
}

/** The glovebox dialog with the documents of one vehicle. */
export function VehicleGlovebox({ vehicleId, name, onClose, ...how }: VehicleGloveboxProps) {
  const items = useGlovebox(vehicleId)
  return <GloveboxDialog vehicle={{ id: vehicleId, name }} items={items} onClose={onClose} {...how} />
}
