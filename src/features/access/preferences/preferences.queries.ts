import { queries } from '#src/api/client.ts'

/** The user's preferences, as the form starts with them. */
export const preferencesQuery = (id: number) => queries.preferences.show.queryOptions({ input: { id } })

/** Channels for reminders of due maintenance (SET-017). */
export const remindersQuery = (id: number) => queries.preferences.maintenance.queryOptions({ input: { id } })

/** The user's latest sign-ins, including failed ones. */
export const signInsQuery = () => queries.signIns.list.queryOptions({ staleTime: 0 })

/** The user's sessions. */
export const sessionsQuery = () => queries.ownSessions.list.queryOptions({ staleTime: 0 })
