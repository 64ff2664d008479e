import { useState } from 'react'
import { SNOOZE_WEEKS } from '#contract/maintenance/reminders.ts'
import type { BulkActionInput } from '#contract/vehicles/bulk-actions.ts'
import { DEPARTMENT_MAX } from '#domain/core/limits.ts'
import type { VehicleBulkAction } from '#domain/vehicles/bulk-action-rules.ts'
import { SnoozeEffect } from '#src/features/vehicles/snooze-effect/SnoozeEffect.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { DriversField } from '../entry/DriversField.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'

interface BulkActionDialogProps {
  action: VehicleBulkAction
  vehicleIds: number[]
  onClose: () => void
  onStarted: () => void
}

/** What the user enters for an action. */
interface Values {
  department: string
  drivers: { id: number; name: string }[]
  weeks: (typeof SNOOZE_WEEKS)[number]
}

/** Asks for the value that an action sets on the selected vehicles. */
export function BulkActionDialog({ action, vehicleIds, onClose, onStarted }: BulkActionDialogProps) {
  const [values, setValues] = useState<Values>({ department: '', drivers: [], weeks: 1 })
  const input = inputOf(action, vehicleIds, values)
  return (
    <PreviewDialog action={action} input={input} onClose={onClose} onStarted={onStarted}>
      {(codes) => (
        <ActionFields
          action={action}
          vehicleIds={vehicleIds}
          values={values}
          codes={codes}
          onChange={setValues}
        />
      )}
    </PreviewDialog>
  )
}

function inputOf(
  action: VehicleBulkAction,
  vehicle_ids: number[],
  { department, drivers, weeks }: Values,
): BulkActionInput {
  if (action === 'department') return { action, vehicle_ids, department_number: department.trim() || null }
  if (action === 'drivers') return { action, vehicle_ids, driver_ids: drivers.map(({ id }) => id) }
  return action === 'snooze' ? { action, vehicle_ids, weeks } : { action, vehicle_ids }
}

interface ActionFieldsProps {
  action: VehicleBulkAction
  vehicleIds: readonly number[]
  values: Values
  /** Codes per field of the server. */
  codes: Record<string, string[]>
  onChange: (values: Values) => void
}

function ActionFields({ action, vehicleIds, values, codes, onChange }: ActionFieldsProps) {
  const t = useTexts('bulk-actions')
  const textOf = useFieldTexts()
  if (action === 'department')
    return (
      <TextInput
        label={t('bulk-actions:field.department')}
        help={t('bulk-actions:help.department')}
        value={values.department}
        maxLength={DEPARTMENT_MAX}
        autoFocus
        onChange={(department) => onChange({ ...values, department })}
      />
    )
  if (action === 'drivers')
    return (
      <>
        <DriversField
          value={values.drivers}
          onChange={(drivers) => onChange({ ...values, drivers })}
          error={textOf(codes, 'driver_ids')}
        />
        <Typography sx={{ color: 'text.secondary' }}>{t('bulk-actions:help.drivers')}</Typography>
      </>
    )
  if (action === 'snooze') return <SnoozeFields vehicleIds={vehicleIds} values={values} onChange={onChange} />
  return <Typography>{t(`bulk-actions:help.${action}`)}</Typography>
}

/** For how long, until when that is, and what it covers (SVC-110). */
function SnoozeFields({ vehicleIds, values, onChange }: Omit<ActionFieldsProps, 'action' | 'codes'>) {
  const t = useTexts('bulk-actions')
  const { dayOf } = useFormat()
  return (
    <>
      <SelectInput
        required
        label={t('bulk-actions:field.weeks')}
        empty={null}
        value={String(values.weeks)}
        options={SNOOZE_WEEKS.map((count) => ({
          value: String(count),
          label: t('bulk-actions:weeks', { count }),
        }))}
        onChange={(chosen) =>
          onChange({ ...values, weeks: SNOOZE_WEEKS.find((known) => String(known) === chosen) ?? 1 })
        }
      />
      <SnoozeEffect vehicleIds={vehicleIds} from={dayOf(Date.now())} weeks={values.weeks} />
    </>
  )
}
