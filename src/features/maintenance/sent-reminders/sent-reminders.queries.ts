import { queries } from '#src/api/client.ts'

const PER_PAGE = 30

/** Reminders of the last 30 days, in pages; cached for offline reading. */
export const sentRemindersQuery = () =>
  queries.sentReminders.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
    meta: { persist: true },
  })
