import type { BulkActName } from '#domain/vehicles/bulk-act-rules.ts'
import type { CallContext } from '#server/http/calls/call-context.ts'
import { os } from '#server/http/calls/implementer.ts'
import { requireFeature } from '#server/http/security/access.ts'
import type { Ports } from '#server/use-case.ts'
import { checkAct, createAct, listActItems, showAct, stopAct, undoAct } from './bulk-acts.service.ts'

export const bulkActsRoutes = (ports: Pick<Ports, 'jobs'>) => ({
  check: os.bulkActs.check.handler(({ input, context }) => {
    requireOffered(context, input.act)
    return context.read((tx) => checkAct(context.useCase(tx), input))
  }),
  create: os.bulkActs.create.handler(({ input, context }) => {
    requireOffered(context, input.act)
    return context.writeAcross(input, (tx) => createAct({ ...context.useCase(tx), ports }, input))
  }),
  show: os.bulkActs.show.handler(({ input, context }) =>
    context.read((tx) => showAct(context.useCase(tx), input.id)),
  ),
  items: os.bulkActs.items.handler(({ input, context }) =>
    context.read((tx) => listActItems(context.useCase(tx), input)),
  ),
  cancel: os.bulkActs.cancel.handler(({ input, context }) =>
    context.write(input, (tx) => stopAct(context.useCase(tx), input.id)),
  ),
  undo: os.bulkActs.undo.handler(({ input, context }) =>
    context.writeAcross(input, (tx) => undoAct({ ...context.useCase(tx), ports }, input.id)),
  ),
})

function requireOffered({ request }: CallContext, act: BulkActName) {
  if (act === 'deactivate' || act === 'activate') requireFeature(request, 'deactivateVehicles')
}
