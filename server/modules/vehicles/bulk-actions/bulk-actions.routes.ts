import type { BulkActionName } from '#domain/vehicles/bulk-action-rules.ts'
import type { CallContext } from '#server/http/calls/call-context.ts'
import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import type { Ports } from '#server/use-case.ts'
import { isOffered } from './apply-to-vehicle.ts'
import {
  checkAction,
  createAction,
  listActionItems,
  showAction,
  stopAction,
  undoAction,
} from './bulk-actions.service.ts'

export const bulkActionsRoutes = (ports: Pick<Ports, 'jobs'>) => ({
  check: os.bulkActions.check.handler(({ input, context }) => {
    requireOffered(context, input.action)
    return context.read((tx) => checkAction(context.useCase(tx), input))
  }),
  create: os.bulkActions.create.handler(({ input, context }) => {
    requireOffered(context, input.action)
    return context.writeAcross(input, (tx) => createAction({ ...context.useCase(tx), ports }, input))
  }),
  show: os.bulkActions.show.handler(({ input, context }) =>
    context.read((tx) => showAction(context.useCase(tx), input.id)),
  ),
  items: os.bulkActions.items.handler(({ input, context }) =>
    context.read((tx) => listActionItems(context.useCase(tx), input)),
  ),
  cancel: os.bulkActions.cancel.handler(({ input, context }) =>
    context.write(input, (tx) => stopAction(context.useCase(tx), input.id)),
  ),
  undo: os.bulkActions.undo.handler(({ input, context }) =>
    context.writeAcross(input, (tx) =>
      undoAction({ ...context.useCase(tx), ports, brand: context.request.offeringBrand }, input.id),
    ),
  ),
})

function requireOffered({ request }: CallContext, action: BulkActionName) {
  if (!isOffered(request.offeringBrand, action)) throw new Problem('not_offered')
}
