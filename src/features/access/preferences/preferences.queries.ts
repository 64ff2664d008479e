import { queries } from '#src/api/client.ts'

/** One's own preferences, as the form begins with them. */
export const preferencesQuery = (id: number) => queries.preferences.show.queryOptions({ input: { id } })

/** How reminders of due maintenance reach one (SET-017). */
export const remindersQuery = (id: number) => queries.preferences.maintenance.queryOptions({ input: { id } })

/** One's own newest sign-ins, failed ones too. */
export const signInsQuery = () => queries.signIns.list.queryOptions({ staleTime: 0 })

/** Where one is signed in. */
export const sessionsQuery = () => queries.ownSessions.list.queryOptions({ staleTime: 0 })
