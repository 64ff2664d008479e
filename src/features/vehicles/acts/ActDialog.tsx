import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SNOOZE_WEEKS } from '#contract/maintenance/reminders.ts'
import type { BulkActInput } from '#contract/vehicles/bulk-acts.ts'
import { DEPARTMENT_MAX, QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import type { BulkActName } from '#domain/vehicles/bulk-act-rules.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { DriversField } from '../entry/DriversField.tsx'
import { previewQuery } from './acts.queries.ts'
import { setCurrentAct } from './current-act.ts'
import { ReasonList } from './ReasonList.tsx'

interface ActDialogProps {
  act: BulkActName
  vehicleIds: number[]
  onClose: () => void
  onStarted: () => void
}

/** What the user enters for an act. */
interface Values {
  department: string
  drivers: { id: number; name: string }[]
  weeks: (typeof SNOOZE_WEEKS)[number]
}

/** Asks for the value of an act, shows what it will do, and starts it. */
export function ActDialog({ act, vehicleIds, onClose, onStarted }: ActDialogProps) {
  const t = useTexts('vehicle-acts')
  const format = useFormat()
  const failureText = useFailureText()
  const { fleet } = useSession()
  const [values, setValues] = useState<Values>({ department: '', drivers: [], weeks: 1 })
  const input = inputOf(act, vehicleIds, values)
  // Not for each letter.
  const settled = useDelayed(input, QUICK_FILTER_DELAY_MS)
  const preview = useQuery(previewQuery(settled))
  const isCurrent = JSON.stringify(settled) === JSON.stringify(input)
  const possible = isCurrent ? preview.data?.possible : undefined
  const start = useWrite({
    call: (sent: BulkActInput, { key }) => api.bulkActs.create(sent, { context: { key } }),
    onSaved: ({ id }) => {
      setCurrentAct(fleet.id, id)
      onStarted()
    },
  })
  const problem = start.failure ?? (preview.error ? toFailure(preview.error) : undefined)
  const number = format.number(possible ?? 0)
  const confirm = () => possible && void start.run(input)
  return (
    <ResponsiveDialog
      open
      title={t(`vehicle-acts:act.${act}`)}
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
              (possible === undefined && t('vehicle-acts:preview.loading')) ||
              (possible === 0 && t('vehicle-acts:preview.nothing'))
            }
          >
            {possible ? t('vehicle-acts:confirm', { count: possible, number }) : t(`vehicle-acts:act.${act}`)}
          </ActionButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <ActFields act={act} values={values} onChange={setValues} />
        {problem && <ErrorAlert message={failureText(problem)} />}
        <Stack role="status" sx={{ gap: 0.5 }}>
          {possible === undefined && !problem && (
            <Typography sx={{ color: 'text.secondary' }}>{t('vehicle-acts:preview.loading')}</Typography>
          )}
          {possible !== undefined && (
            <>
              <Typography sx={{ fontWeight: 650 }}>
                {possible === 0
                  ? t('vehicle-acts:preview.nothing')
                  : t('vehicle-acts:preview.possible', { count: possible, number })}
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
  act: BulkActName,
  vehicle_ids: number[],
  { department, drivers, weeks }: Values,
): BulkActInput {
  if (act === 'department') return { act, vehicle_ids, department_number: department.trim() || null }
  if (act === 'drivers') return { act, vehicle_ids, driver_ids: drivers.map(({ id }) => id) }
  return act === 'snooze' ? { act, vehicle_ids, weeks } : { act, vehicle_ids }
}

interface ActFieldsProps {
  act: BulkActName
  values: Values
  onChange: (values: Values) => void
}

function ActFields({ act, values, onChange }: ActFieldsProps) {
  const t = useTexts('vehicle-acts')
  if (act === 'department')
    return (
      <TextInput
        label={t('vehicle-acts:field.department')}
        help={t('vehicle-acts:help.department')}
        value={values.department}
        maxLength={DEPARTMENT_MAX}
        autoFocus
        onChange={(department) => onChange({ ...values, department })}
      />
    )
  if (act === 'drivers')
    return (
      <>
        <DriversField
          value={values.drivers}
          onChange={(drivers) => onChange({ ...values, drivers })}
          error={undefined}
        />
        <Typography sx={{ color: 'text.secondary' }}>{t('vehicle-acts:help.drivers')}</Typography>
      </>
    )
  if (act === 'snooze')
    return (
      <SelectInput
        label={t('vehicle-acts:field.weeks')}
        empty={null}
        value={String(values.weeks)}
        options={SNOOZE_WEEKS.map((count) => ({
          value: String(count),
          label: t('vehicle-acts:weeks', { count }),
        }))}
        onChange={(chosen) =>
          onChange({ ...values, weeks: SNOOZE_WEEKS.find((known) => String(known) === chosen) ?? 1 })
        }
      />
    )
  return <Typography>{t(`vehicle-acts:help.${act}`)}</Typography>
}
