import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { sentRemindersQuery } from './sent-reminders.queries.ts'

/** Time zone of the reminders; if this device uses another one, offers to adopt it. */
export function TimeZoneNote({ zone }: { zone: string }) {
  const t = useTexts('sent-reminders')
  const textOf = useFailureText()
  const toast = useToast()
  const isOnline = useOnline()
  const queryClient = useQueryClient()
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const differs = wallIn(here) !== wallIn(zone)
  const save = useWrite({
    call: () => api.sentReminders.setTimeZone({ time_zone: here }),
    refresh: () => queryClient.invalidateQueries({ queryKey: sentRemindersQuery().queryKey }),
    onSaved: () => toast('success', t('sent-reminders:zone.used')),
  })
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('sent-reminders:zone.own', { zone: placeOf(zone) })}
        {differs && ` ${t('sent-reminders:zone.differs', { zone: placeOf(here) })}`}
      </Typography>
      {differs && (
        <ActionButton
          variant="outlined"
          size="small"
          loading={save.isBusy}
          disabledReason={!isOnline && t('sent-reminders:zone.offline')}
          onClick={() => void save.run()}
        >
          {t('sent-reminders:zone.use')}
        </ActionButton>
      )}
      {save.failure && <AlertBox type="error" message={textOf(save.failure)} />}
    </Stack>
  )
}

/** Returns the readable part of 'America/New_York'. */
const placeOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/**
 * Returns the current local time in a zone, to treat zones with the same time as equal. Returns the name of an unknown
 * zone.
 */
function wallIn(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format()
  } catch {
    return timeZone
  }
}
