import Button from '@mui/material/Button'
import { useEngineName } from '#src/i18n/useEngineName.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format-empty.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'
import type { VehicleValues } from '../vehicle-draft.ts'
import { useFieldLabels } from './useFieldLabels.ts'

/** Why the vehicle was not saved: the server's messages (VEH-047..049), or conflicting changes by someone else. */
export function SaveTroubleAlert({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form', 'errors')
  const failureText = useFailureText()
  const { failure, conflicts } = form
  if (conflicts.length > 0) return <Conflict form={form} />
  // The sign-in dialog already covers an ended session.
  if (!failure || failure.code === 'not_signed_in') return null
  const hasNoMessage = failure.code === 'refused' && failure.messages.length === 0
  return (
    <AlertBox
      type="error"
      {...(form.isNew && { title: t('vehicle-form:failed.title') })}
      message={hasNoMessage ? t('vehicle-form:failed.message') : failureText(failure)}
    />
  )
}

function Conflict({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form')
  const engineName = useEngineName()
  const labels = useFieldLabels()
  const { base, conflicts, values } = form
  const textOf = (state: VehicleValues | undefined, name: keyof VehicleValues) => {
    const value = state?.[name]
    if (name === 'engine') return engineName(String(value ?? ''))
    if (Array.isArray(value)) return value.map((driver) => driver.name).join(', ')
    return typeof value === 'object' && value !== null ? Object.values(value).join(', ') : String(value ?? '')
  }
  const named = conflicts.filter((name) => name in labels) as (keyof typeof labels)[]
  return (
    <AlertBox
      type="notice"
      title={t('vehicle-form:conflict.title')}
      message={
        <>
          {t('vehicle-form:conflict.message')}
          <ul style={{ listStyle: 'disc', margin: '1em 0', paddingInlineStart: 40 }}>
            {named.map((name) => (
              <li key={name}>
                {t('vehicle-form:conflict.field', {
                  field: labels[name],
                  theirs: textOf(base, name) || dash,
                  own: textOf(values, name) || dash,
                })}
              </li>
            ))}
          </ul>
          <Button size="small" variant="outlined" onClick={() => form.takeTheirs(conflicts)}>
            {t('vehicle-form:conflict.take')}
          </Button>
        </>
      }
    />
  )
}
