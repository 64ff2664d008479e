import Delete from '@mui/icons-material/DeleteOutlined'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReportSubscription } from '#contract/home/report-subscriptions.ts'
import { toFailure } from '#src/api/failure.ts'
import type { Write } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { choiceOf } from '../reports/report-view.ts'
import { useReportHeading } from '../reports/useReportHeading.ts'

interface OwnReportMailsProps {
  query: UseQueryResult<{ subscriptions: ReportSubscription[] }>
  end: Write<ReportSubscription, unknown>
  isOnline: boolean
}

/** What the user gets by email, each with the day of its next email. */
export function OwnReportMails({ query: { data, error, refetch }, end, isOnline }: OwnReportMailsProps) {
  const t = useTexts('fleet-reports', 'errors')
  const headingOf = useReportHeading()
  const textOf = useFailureText()
  const { weekdayAndDate } = useFormat()
  if (!data) {
    if (error) return <ErrorPanel message={textOf(toFailure(error))} onRetry={() => void refetch()} />
    return isOnline ? <SkeletonList rows={2} /> : null
  }
  return (
    <section aria-labelledby="own-report-mails">
      <Typography id="own-report-mails" variant="subtitle2" component="h3">
        {t('fleet-reports:mail.own')}
      </Typography>
      {data.subscriptions.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('fleet-reports:mail.none')}
        </Typography>
      )}
      <ul>
        {data.subscriptions.map((subscription) => {
          const heading = headingOf(choiceOf({ report: subscription.report, by: subscription.by }))
          return (
            <Box
              component="li"
              key={subscription.id}
              sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}
            >
              <Stack sx={{ flex: 1, minWidth: 0 }}>
                <Typography>{heading}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t(`fleet-reports:mail.next.${subscription.every}`, {
                    day: weekdayAndDate(subscription.next_on),
                  })}
                </Typography>
              </Stack>
              <ActionButton
                isIconOnly
                startIcon={<Delete />}
                disabledReason={!isOnline && t('fleet-reports:mail.offline')}
                onClick={() => void end.run(subscription)}
              >
                {t(`fleet-reports:mail.end.${subscription.every}`, { report: heading })}
              </ActionButton>
            </Box>
          )
        })}
      </ul>
    </section>
  )
}
