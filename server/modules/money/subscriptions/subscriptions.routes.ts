import { os } from '#server/http/calls/implementer.ts'
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
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${input.language === 'fr' ? 'abonnements' : 'subscriptions'}.csv"`,
    },
    body: await subscriptionActivitiesFile({ db, actor: context.actor() }, input),
  })),
})
