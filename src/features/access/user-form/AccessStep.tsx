import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { NotificationFields } from '../preferences/NotificationFields.tsx'
import { FleetsField } from './FleetsField.tsx'
import { RolesField } from './RolesField.tsx'
import type { UserFormState } from './useUserForm.ts'
import { type VehicleChoice, VehiclesField } from './VehiclesField.tsx'

interface AccessStepProps {
  form: UserFormState
  vehicles: readonly VehicleChoice[] | undefined
}

/** Step 2: roles, vehicles or fleets, and notifications. */
export function AccessStep({ form, vehicles }: AccessStepProps) {
  const textOf = useFieldTexts()
  const { values, change, codes } = form
  return (
    <Stack sx={{ gap: 3 }}>
      <RolesField form={form} />
      {form.context === 'fmc' ? (
        <FleetsField
          value={values.approval_fleets}
          onChange={(approval_fleets) => change({ approval_fleets })}
          error={textOf(codes, 'approvalFleetIds')}
        />
      ) : (
        <VehiclesField
          options={vehicles}
          value={values.vehicles}
          onChange={(vehicles) => change({ vehicles })}
          error={textOf(codes, 'vehicle_ids')}
        />
      )}
      <NotificationFields draft={values} change={change} />
    </Stack>
  )
}
