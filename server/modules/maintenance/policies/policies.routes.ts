import { os } from '#server/http/calls/implementer.ts'
import { createPolicy, deletePolicy, listPolicies, updatePolicy } from './policies.service.ts'

export const policiesRoutes = () => ({
  list: os.policies.list.handler(({ context }) => context.read((tx) => listPolicies(context.useCase(tx)))),
  create: os.policies.create.handler(({ input, context }) =>
    context.write(input, (tx) => createPolicy(context.useCase(tx), input)),
  ),
  update: os.policies.update.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => updatePolicy(context.useCase(tx), input, precondition)),
  ),
  destroy: os.policies.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => deletePolicy(context.useCase(tx), input.id, precondition)),
  ),
})
