import { os } from '#server/http/calls/implementer.ts'
import type { SubscriptionActivitiesService } from './subscription-activities.service.ts'

export const subscriptionActivitiesRoutes = (service: SubscriptionActivitiesService) => ({
  list: os.subscriptions.list.handler(({ input, context }) => service.list(context.actor(), input)),
  csv: os.subscriptions.csv.handler(async ({ input, context }) => ({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${input.language === 'fr' ? 'abonnements' : 'subscriptions'}.csv"`,
    },
    body: await service.csv(context.actor(), input, input.language),
  })),
})
