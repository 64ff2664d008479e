import { csvHeaders } from '#server/csv.ts'
import { os } from '#server/http/calls/implementer.ts'
import { translate } from '#server/texts/translate.ts'
import {
  type ActivitiesRead,
  listSubscriptionActivities,
  subscriptionActivitiesFile,
} from './subscription-activities.service.ts'

export const subscriptionActivitiesRoutes = ({ db }: Pick<ActivitiesRead, 'db'>) => ({
  list: os.subscriptions.list.handler(({ input, context }) =>
    listSubscriptionActivities({ db, actor: context.actor() }, input),
  ),
  csv: os.subscriptions.csv.handler(async ({ input, context }) => ({
    headers: csvHeaders(translate(input.language, 'server/files:subscriptions')),
    body: await subscriptionActivitiesFile({ db, actor: context.actor() }, input),
  })),
})
