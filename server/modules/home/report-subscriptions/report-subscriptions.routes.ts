import { os } from '#server/http/calls/implementer.ts'
import { endSubscription, listSubscriptions, subscribe } from './report-subscriptions.service.ts'

export const reportSubscriptionsRoutes = () => ({
  list: os.reportSubscriptions.list.handler(({ context }) =>
    context.read((tx) => listSubscriptions(context.useCase(tx))),
  ),
  create: os.reportSubscriptions.create.handler(({ input, context }) =>
    context.write(input, (tx) => subscribe(context.useCase(tx), input)),
  ),
  destroy: os.reportSubscriptions.destroy.handler(({ input, context }) =>
    context.write(input, (tx) => endSubscription(context.useCase(tx), input.id)),
  ),
})
