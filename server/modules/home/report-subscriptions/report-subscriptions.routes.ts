import { os } from '#server/http/calls/implementer.ts'
import type { Ports } from '#server/use-case.ts'
import { endSubscription, listSubscriptions, sendReport, subscribe } from './report-subscriptions.service.ts'

export const reportSubscriptionsRoutes = (ports: Pick<Ports, 'mail' | 'brands' | 'originOf'>) => ({
  list: os.reportSubscriptions.list.handler(({ context }) =>
    context.read((tx) => listSubscriptions(context.useCase(tx))),
  ),
  create: os.reportSubscriptions.create.handler(({ input, context }) =>
    context.write(input, (tx) => subscribe(context.useCase(tx), input)),
  ),
  send: os.reportSubscriptions.send.handler(({ input, context }) =>
    context.writeAcross(input, (tx) => sendReport({ ...context.useCase(tx), ports }, input)),
  ),
  destroy: os.reportSubscriptions.destroy.handler(({ input, context }) =>
    context.write(input, (tx) => endSubscription(context.useCase(tx), input.id)),
  ),
})
