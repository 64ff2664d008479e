import { csvHeaders } from '#server/csv.ts'
import { os } from '#server/http/calls/implementer.ts'
import { translate } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { readFleet } from '../../access/fleet/fleet.service.ts'
import { limitTakenEmails } from '../../access/users/user-writer.ts'
import { addQuickLink, createFleet, removeQuickLink, updateQuickLink } from './fleet-admin.service.ts'
import { deleteFleet, previewFleetDeletion } from './fleet-deletion.service.ts'
import {
  fleetsFile,
  listFleetNames,
  listFleets,
  listPaymentTypes,
  summarizeFleets,
} from './fleets.service.ts'

export const fleetsRoutes = ({
  db,
  ports,
}: Pick<DatabaseUseCase<'brands' | 'mail' | 'originOf' | 'jobs'>, 'db' | 'ports'>) => ({
  list: os.fleets.list.handler(({ input, context }) => listFleets({ db, actor: context.actor() }, input)),
  summary: os.fleets.summary.handler(({ context }) => summarizeFleets({ db, actor: context.actor() })),
  csv: os.fleets.csv.handler(({ input, context }) => ({
    headers: csvHeaders(translate(input.language, 'server/files:fleets')),
    body: fleetsFile({ db, actor: context.actor() }, input, input.language),
  })),
  all: os.fleets.all.handler(({ context }) => listFleetNames({ db, actor: context.actor() })),
  paymentTypes: os.fleets.paymentTypes.handler(listPaymentTypes),
  create: os.fleets.create.handler(({ input, context }) =>
    limitTakenEmails({ db, actor: context.actor(), email: input.owner?.email }, () =>
      context.writeAcross(input, async (tx) => {
        const id = await createFleet({ ...context.useCase(tx), ports }, input)
        return { body: await readFleet({ db: tx, ports }, context.actor(), id), status: 201 }
      }),
    ),
  ),
  deletion: os.fleets.deletion.handler(({ input, context }) =>
    previewFleetDeletion({ db, actor: context.actor() }, input.id),
  ),
  destroy: os.fleets.destroy.handler(({ input, context }) =>
    context.writeAcross(input, (tx, precondition) =>
      deleteFleet({ ...context.useCase(tx), ports }, input.id, precondition),
    ),
  ),
  addLink: os.fleets.addLink.handler(({ input, context }) =>
    context.writeAcross(input, async (tx) => ({
      body: await addQuickLink(context.useCase(tx), input.fleetId, input),
      status: 201,
    })),
  ),
  updateLink: os.fleets.updateLink.handler(({ input, context }) =>
    context.writeAcross(input, async (tx) => ({
      body: await updateQuickLink(context.useCase(tx), input.fleetId, input.id, input),
    })),
  ),
  removeLink: os.fleets.removeLink.handler(({ input, context }) =>
    context.writeAcross(input, async (tx) => {
      await removeQuickLink(context.useCase(tx), input.fleetId, input.id)
      return { body: { success: true, id: input.id } as const }
    }),
  ),
})
