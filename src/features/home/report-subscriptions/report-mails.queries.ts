import { queries } from '#src/api/client.ts'

/** The reports that the user gets by email, in this fleet. */
export const reportSubscriptionsQuery = () => queries.reportSubscriptions.list.queryOptions({ retry: false })
