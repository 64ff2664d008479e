import { os } from '#server/http/calls/implementer.ts'
import type { PoliciesService } from './policies.service.ts'

export const policiesRoutes = (service: PoliciesService) => ({
  list: os.policies.list.handler(({ context }) => context.read((tx) => service.list(tx, context.actor()))),
  create: os.policies.create.handler(({ input, context }) =>
    context.write(input, (tx) => service.create(tx, context.actor(), input)),
  ),
  update: os.policies.update.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => service.update(tx, context.actor(), input, precondition)),
  ),
  destroy: os.policies.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => service.destroy(tx, context.actor(), input.id, precondition)),
  ),
})
