import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SNOOZE_WEEKS } from '#contract/maintenance/reminders.ts'
import type { BulkActionInput } from '#contract/vehicles/bulk-actions.ts'
import { DEPARTMENT_MAX, QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import type { BulkActionName } from '#domain/vehicles/bulk-action-rules.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { DriversField } from '../entry/DriversField.tsx'
import { previewQuery } from './bulk-actions.queries.ts'
import { setCurrentAction } from './current-action.ts'
import { ReasonList } from './ReasonList.tsx'

interface BulkActionDialogProps {
  action: BulkActionName
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

/** Asks for the value of an action, shows what it will do, and starts it. */
export function BulkActionDialog({ action, vehicleIds, onClose, onStarted }: BulkActionDialogProps) {
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const failureText = useFailureText()
  const { fleet } = useSession()
  const [values, setValues] = useState<Values>({ department: '', drivers: [], weeks: 1 })
  const input = inputOf(action, vehicleIds, values)
  // Not for each letter.
  const settled = useDelayed(input, QUICK_FILTER_DELAY_MS)
  const preview = useQuery(previewQuery(settled))
  const isCurrent = JSON.stringify(settled) === JSON.stringify(input)
  const possible = isCurrent ? preview.data?.possible : undefined
  const start = useWrite({
    call: (sent: BulkActionInput, { key }) => api.bulkActions.create(sent, { context: { key } }),
    onSaved: ({ id }) => {
      setCurrentAction(fleet.id, id)
      onStarted()
    },
  })
  const problem = start.failure ?? (preview.error ? toFailure(preview.error) : undefined)
  const number = format.number(possible ?? 0)
  const confirm = () => possible && void start.run(input)
  return (
    <ResponsiveDialog
      open
      title={t(`bulk-actions:action.${action}`)}
      onClose={onClose}
      onSubmit={confirm}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <ActionButton
            type="submit"
            variant="contained"
            loading={start.isBusy}
            disabledReason={
              (possible === undefined && t('bulk-actions:preview.loading')) ||
              (possible === 0 && t('bulk-actions:preview.nothing'))
            }
          >
            {possible
              ? t('bulk-actions:confirm', { count: possible, number })
              : t(`bulk-actions:action.${action}`)}
          </ActionButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <ActionFields action={action} values={values} onChange={setValues} />
        {problem && <ErrorAlert message={failureText(problem)} />}
        <Stack role="status" sx={{ gap: 0.5 }}>
          {possible === undefined && !problem && (
            <Typography sx={{ color: 'text.secondary' }}>{t('bulk-actions:preview.loading')}</Typography>
          )}
          {possible !== undefined && (
            <>
              <Typography sx={{ fontWeight: 650 }}>
                {possible === 0
                  ? t('bulk-actions:preview.nothing')
                  : t('bulk-actions:preview.possible', { count: possible, number })}
              </Typography>
              {preview.data && <ReasonList refusals={preview.data} />}
            </>
          )}
        </Stack>
      </Stack>
    </ResponsiveDialog>
  )
}

function inputOf(
  action: BulkActionName,
  vehicle_ids: number[],
  { department, drivers, weeks }: Values,
): BulkActionInput {
  if (action === 'department') return { action, vehicle_ids, department_number: department.trim() || null }
  if (action === 'drivers') return { action, vehicle_ids, driver_ids: drivers.map(({ id }) => id) }
  return action === 'snooze' ? { action, vehicle_ids, weeks } : { action, vehicle_ids }
}

interface ActionFieldsProps {
  action: BulkActionName
  values: Values
  onChange: (values: Values) => void
}

function ActionFields({ action, values, onChange }: ActionFieldsProps) {
  const t = useTexts('bulk-actions')
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
          error={undefined}
        />
        <Typography sx={{ color: 'text.secondary' }}>{t('bulk-actions:help.drivers')}</Typography>
      </>
    )
  if (action === 'snooze')
    return (
      <SelectInput
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
    )
  return <Typography>{t(`bulk-actions:help.${action}`)}</Typography>
}
