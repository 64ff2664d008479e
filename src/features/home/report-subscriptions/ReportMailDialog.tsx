import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REPORT_SUBSCRIPTIONS_MAX } from '#domain/core/limits.ts'
import { lastCompletePeriod, REPORT_INTERVALS, type ReportInterval } from '#domain/home/report-periods.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import type { ReportChoice } from '../reports/report-view.ts'
import { useReportHeading } from '../reports/useReportHeading.ts'
import { OwnReportMails } from './OwnReportMails.tsx'
import { ReportMailNote } from './ReportMailNote.tsx'
import { reportSubscriptionsQuery } from './report-mails.queries.ts'
import { useReportMailWrites } from './useReportMailWrites.ts'

interface ReportMailDialogProps {
  /** The report that is open. */
  report: ReportChoice
  onClose: () => void
}

/** Subscribes to the open report, sends it once, and lists what the user gets by email. */
export function ReportMailDialog({ report: choice, onClose }: ReportMailDialogProps) {
  const { report, by } = choice
  const t = useTexts('fleet-reports', 'errors')
  const headingOf = useReportHeading()
  const textOf = useFailureText()
  const isOnline = useOnline()
  const { user } = useSession()
  const [every, setEvery] = useState<ReportInterval>('week')
  const query = useQuery(reportSubscriptionsQuery())
  const { subscribe, end, send, last, failure } = useReportMailWrites()
  const { date, dayOf } = useFormat()
  const latest = lastCompletePeriod(every, dayOf(Date.now()))
  const own = query.data?.subscriptions ?? []
  const isSubscribed = own.some((mail) => mail.report === report && mail.by === by && mail.every === every)
  const obstacle =
    (!isOnline && t('fleet-reports:mail.offline')) ||
    (isSubscribed && t(`fleet-reports:mail.already.${every}`)) ||
    (own.length >= REPORT_SUBSCRIPTIONS_MAX &&
      t('fleet-reports:mail.tooMany', { max: REPORT_SUBSCRIPTIONS_MAX }))
  return (
    <ResponsiveDialog
      open
      title={t('fleet-reports:mail.title')}
      onClose={onClose}
      onSubmit={() => void (!obstacle && subscribe.run({ report, by, every }))}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <ActionButton
            loading={send.isBusy}
            disabledReason={!isOnline && t('fleet-reports:mail.offline')}
            onClick={() => void send.run({ report, by, every })}
          >
            {t('fleet-reports:mail.sendNow')}
          </ActionButton>
          <ActionButton
            type="submit"
            variant="contained"
            loading={subscribe.isBusy}
            disabledReason={obstacle}
          >
            {t('fleet-reports:mail.subscribe')}
          </ActionButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        {!isOnline && <AlertBox type="notice" message={t('fleet-reports:mail.offline')} />}
        {failure && <AlertBox type="error" message={textOf(failure)} />}
        {last && !failure && (
          <ReportMailNote
            last={last}
            onUndo={isOnline ? () => void subscribe.run(last.subscription) : null}
          />
        )}
        <Typography>
          {t('fleet-reports:mail.what', {
            report: headingOf(choice),
            email: user.email,
          })}
        </Typography>
        <SelectInput
          required
          label={t('fleet-reports:mail.every')}
          help={t(`fleet-reports:mail.help.${every}`, { from: date(latest.from), to: date(latest.to) })}
          value={every}
          empty={null}
          options={REPORT_INTERVALS.map((value) => ({
            value,
            label: t(`fleet-reports:mail.interval.${value}`),
          }))}
          onChange={(value) => value !== '' && setEvery(value)}
        />
        <OwnReportMails query={query} end={end} isOnline={isOnline} />
      </Stack>
    </ResponsiveDialog>
  )
}
