import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { CompletionFields } from './completion/CompletionFields.tsx'
import { useCompletion } from './completion/useCompletion.ts'
import type { KnownReadings } from './completion-draft.ts'
import type { Completion } from './useMarks.ts'

interface DoneDialogProps {
  /** Names of the services. */
  services: string
  /** Names of the other open services of the interval, which can be marked as well. */
  others?: string
  known: KnownReadings
  isBusy: boolean
  onDone: (completion: Completion, withOthers: boolean) => void
  onClose: () => void
}

/** Asks when services were done, and at which odometer. */
export function DoneDialog({ services, others, known, isBusy, onDone, onClose }: DoneDialogProps) {
  const t = useTexts('schedules')
  const { fields, read } = useCompletion()
  const [withOthers, setWithOthers] = useState(false)
  function submit() {
    const completion = read()
    if (completion) onDone(completion, withOthers)
  }
  return (
    <FormDialog
      width="xs"
      title={t('schedules:grid.doneOf', { service: services })}
      submitLabel={t('schedules:mark.done')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <CompletionFields {...fields} known={known} />
      {others && (
        <CheckboxInput
          label={t('schedules:mark.others', { services: others })}
          checked={withOthers}
          onChange={setWithOthers}
        />
      )}
    </FormDialog>
  )
}
