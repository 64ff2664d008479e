import NotificationsNone from '@mui/icons-material/NotificationsNoneOutlined'
import Paper from '@mui/material/Paper'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { SentReminderItem } from './parts/SentReminderItem.tsx'
import { sentRemindersQuery } from './sent-reminders.queries.ts'
import { TimeZoneNote } from './TimeZoneNote.tsx'

/** The user's reminders of the last 30 days: sent, planned, or not sent and why (decision 26). */
export function SentReminders() {
  const t = useTexts('sent-reminders')
  const isOnline = useOnline()
  const pages = useInfiniteQuery(sentRemindersQuery())
  const [first] = pages.data?.pages ?? []
  const list = useListFailure(pages)
  const reminders = pages.data?.pages.flatMap((page) => page.reminders)
  return (
    <Stack sx={{ gap: 2 }}>
      {first && <TimeZoneNote zone={first.time_zone} />}
      <Paper variant="outlined">
        <ListStates
          {...list}
          total={reminders?.length}
          failure={first ? undefined : list.failure}
          offline={{ message: t('sent-reminders:list.neverLoaded') }}
          rows={5}
          rowHeight={88}
          empty={
            <EmptyState
              icon={<NotificationsNone />}
              title={t('sent-reminders:empty.title')}
              message={t('sent-reminders:empty.message')}
            />
          }
        >
          <Box component="ul" aria-label={t('sent-reminders:list.label')} sx={{ px: 2, py: 0.5 }}>
            {reminders?.map((reminder) => (
              <SentReminderItem key={reminder.id} reminder={reminder} />
            ))}
          </Box>
        </ListStates>
      </Paper>
      {pages.hasNextPage && (
        <ActionButton
          variant="outlined"
          sx={{ alignSelf: 'center' }}
          loading={pages.isFetchingNextPage}
          disabledReason={!isOnline && t('sent-reminders:list.offline')}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('sent-reminders:list.more')}
        </ActionButton>
      )}
    </Stack>
  )
}
