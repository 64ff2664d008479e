import { queries } from '#src/api/client.ts'

/** Schedules by class of vehicle. */
export const templatesQuery = () => queries.templates.list.queryOptions({ input: {}, retry: false })
