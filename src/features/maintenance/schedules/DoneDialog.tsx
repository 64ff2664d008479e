import { useTexts } from '#src/i18n/useTexts.ts'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { CompletionFields } from './completion/CompletionFields.tsx'
import type { KnownReadings } from './completion/completion-draft.ts'
import { useCompletion } from './completion/useCompletion.ts'
import type { Completion } from './useMarks.ts'

interface DoneDialogProps {
  /** Names of the services. */
  services: string
  known: KnownReadings
  isBusy: boolean
  onDone: (completion: Completion) => void
  onClose: () => void
}

/** Asks when services were done, and at which odometer. */
export function DoneDialog({ services, known, isBusy, onDone, onClose }: DoneDialogProps) {
  const t = useTexts('schedules')
  const { fields, read } = useCompletion()
  function submit() {
    const completion = read()
    if (completion) onDone(completion)
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
    </FormDialog>
  )
}
