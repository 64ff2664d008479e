import type { CostRow } from '#contract/home/reports.ts'
import { nameWithIdentifier } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'

interface RowVehicleProps {
  row: Pick<CostRow, 'vehicle_id' | 'vehicle_name' | 'vehicle_identifier' | 'vehicle_has_left'>
}

/** The vehicle of a row. One that has left the fleet has no page. */
export function RowVehicle({ row }: RowVehicleProps) {
  const name = nameWithIdentifier(row.vehicle_name, row.vehicle_identifier)
  if (row.vehicle_has_left) return name
  return (
    <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicle_id) }}>
      {name}
    </TextLink>
  )
}
