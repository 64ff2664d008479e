import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import {
  deleteSavedView,
  listSavedViews,
  ownerInCompany,
  ownerInFleet,
  saveView,
  showSavedView,
} from './saved-views.service.ts'

export const savedViewsRoutes = () => ({
  list: os.savedViews.list.handler(({ context }) =>
    context.read((tx) => listSavedViews({ tx, owner: ownerInFleet(context.actor()) })),
  ),
  show: os.savedViews.show.handler(({ input, context }) =>
    context.read((tx) => showSavedView({ tx, owner: ownerInFleet(context.actor()) }, input.id)),
  ),
  save: os.savedViews.save.handler(({ input, context }) =>
    context.write(input, (tx) => saveView({ tx, owner: ownerInFleet(context.actor()) }, input)),
  ),
  destroy: os.savedViews.destroy.handler(({ input, context }) =>
    context.write(input, (tx) => deleteSavedView({ tx, owner: ownerInFleet(context.actor()) }, input.id)),
  ),
})

/** The same for the lists of a management company, whose views belong to no fleet. */
export const companyViewsRoutes = ({ db }: Pick<DatabaseUseCase, 'db'>) => ({
  list: os.companyViews.list.handler(async ({ context }) =>
    listSavedViews({ tx: db, owner: await ownerInCompany(db, context.actor()) }),
  ),
  show: os.companyViews.show.handler(async ({ input, context }) =>
    showSavedView({ tx: db, owner: await ownerInCompany(db, context.actor()) }, input.id),
  ),
  save: os.companyViews.save.handler(({ input, context }) =>
    context.writeAcross(input, async (tx) =>
      saveView({ tx, owner: await ownerInCompany(tx, context.actor()) }, input),
    ),
  ),
  destroy: os.companyViews.destroy.handler(({ input, context }) =>
    context.writeAcross(input, async (tx) =>
      deleteSavedView({ tx, owner: await ownerInCompany(tx, context.actor()) }, input.id),
    ),
  ),
})
