import { useInfiniteQuery } from '@tanstack/react-query'
import { SentReminders } from '#src/features/maintenance/sent-reminders/SentReminders.tsx'
import { sentRemindersQuery } from '#src/features/maintenance/sent-reminders/sent-reminders.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /user_preferences/reminders: reminders to the user, and why others were not sent (decision 26). */
export function SentRemindersScreen() {
  const t = useTexts('sent-reminders')
  const { asOf } = useFormat()
  const isOnline = useOnline()
  const { dataUpdatedAt, failureCount } = useInfiniteQuery(sentRemindersQuery())
  // The browser may wrongly report a connection; a failed request proves otherwise.
  const isStale = !isOnline || failureCount > 0
  const age = isStale && dataUpdatedAt > 0 && t('sent-reminders:asOf', { time: asOf(dataUpdatedAt) })
  return (
    <Page
      title={t('sent-reminders:title')}
      subtitle={[t('sent-reminders:lead'), age].filter(Boolean).join(' · ')}
      width="reading"
      back={<BackLink to="/user_preferences">{t('sent-reminders:back')}</BackLink>}
    >
      <SentReminders />
    </Page>
  )
}
