import { DriversField } from '#src/features/vehicles/entry/DriversField.tsx'
import { CascadeFields } from '#src/features/vehicles/entry/parts/CascadeFields.tsx'
import { DepartmentField, NameFields, TypeField } from '#src/features/vehicles/entry/parts/FleetFields.tsx'
import { PlateFields } from '#src/features/vehicles/entry/parts/PlateFields.tsx'
import type { VehicleFormState } from '#src/features/vehicles/entry/useVehicleForm.ts'
import { Columns } from '#src/ui/layout/Columns.tsx'
import type { VehiclePart } from './vehicle-parts.ts'

/** The fields of one part of a vehicle. */
export function PartFields({ part, form }: { part: VehiclePart; form: VehicleFormState }) {
  switch (part) {
    case 'plate':
      return <PlateFields form={form} />
    case 'names':
      return (
        <Columns min={200}>
          <NameFields form={form} />
        </Columns>
      )
    case 'department':
      return <DepartmentField form={form} />
    case 'model':
      return (
        <>
          <CascadeFields form={form} />
          <TypeField form={form} />
        </>
      )
    case 'drivers':
      return (
        <DriversField
          value={form.values.drivers}
          onChange={(drivers) => form.change({ drivers })}
          error={undefined}
        />
      )
  }
}
