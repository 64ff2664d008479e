import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
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
    <ResponsiveDialog
      open
      width="xs"
      title={t('schedules:grid.doneOf', { service: services })}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} sx={{ minHeight: 44 }}>
            {t('schedules:mark.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy} sx={{ minHeight: 44 }}>
            {t('schedules:mark.done')}
          </Button>
        </>
      }
    >
      <CompletionFields {...fields} known={known} />
    </ResponsiveDialog>
  )
}
