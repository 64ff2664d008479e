import { queries } from '#src/api/client.ts'

/** Schedules by vehicle class. */
export const templatesQuery = () => queries.templates.list.queryOptions({ input: {}, retry: false })
