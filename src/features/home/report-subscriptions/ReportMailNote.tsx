import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { choiceOf } from '../reports/report-view.ts'
import { useReportHeading } from '../reports/useReportHeading.ts'
import type { ReportMailChange } from './useReportMailWrites.ts'

interface ReportMailNoteProps {
  last: ReportMailChange
  /** Null: offline. */
  onUndo: (() => void) | null
}

/** Confirms what was done and offers to undo it. In the dialog, because the keyboard does not reach a toast behind it. */
export function ReportMailNote({ last: { isEnded, subscription }, onUndo }: ReportMailNoteProps) {
  const t = useTexts('fleet-reports')
  const headingOf = useReportHeading()
  const { report, by, every } = subscription
  return (
    <AlertBox
      type="success"
      title={t(isEnded ? 'fleet-reports:mail.ended' : 'fleet-reports:mail.subscribed')}
      message={`${headingOf(choiceOf({ report, by }))} · ${t(`fleet-reports:mail.interval.${every}`)}`}
      action={
        isEnded &&
        onUndo && (
          // The button that had the focus is gone.
          <Button color="inherit" autoFocus onClick={onUndo}>
            {t('common:action.undo')}
          </Button>
        )
      }
    />
  )
}
