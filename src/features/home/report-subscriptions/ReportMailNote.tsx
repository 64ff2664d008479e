import Button from '@mui/material/Button'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
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
export function ReportMailNote({ last, onUndo }: ReportMailNoteProps) {
  const t = useTexts('fleet-reports')
  const headingOf = useReportHeading()
  const { date } = useFormat()
  const { report, by, every } = last.subscription
  const heading = headingOf(choiceOf({ report, by }))
  return (
    <AlertBox
      type="success"
      title={t(`fleet-reports:mail.${last.change}`)}
      message={
        last.change === 'sent'
          ? t('fleet-reports:mail.sentTo', {
              report: heading,
              from: date(last.sent.from),
              to: date(last.sent.to),
              email: last.sent.email,
            })
          : `${heading} · ${t(`fleet-reports:mail.interval.${every}`)}`
      }
      action={
        last.change === 'ended' &&
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
