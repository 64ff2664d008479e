import type { CostRow } from '#contract/home/reports.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'

interface RowVehicleProps {
  row: Pick<CostRow, 'vehicle_id' | 'vehicle_name' | 'vehicle_has_left'>
}

/** The vehicle of a row. One that has left the fleet has no page. */
export function RowVehicle({ row }: RowVehicleProps) {
  if (row.vehicle_has_left) return row.vehicle_name
  return (
    <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicle_id) }}>
      {row.vehicle_name}
    </TextLink>
  )
}
