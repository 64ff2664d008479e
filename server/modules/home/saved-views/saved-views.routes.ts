import { os } from '#server/http/calls/implementer.ts'
import { deleteSavedView, listSavedViews, saveView, showSavedView } from './saved-views.service.ts'

export const savedViewsRoutes = () => ({
  list: os.savedViews.list.handler(({ context }) =>
    context.read((tx) => listSavedViews(context.useCase(tx))),
  ),
  show: os.savedViews.show.handler(({ input, context }) =>
    context.read((tx) => showSavedView(context.useCase(tx), input.id)),
  ),
  save: os.savedViews.save.handler(({ input, context }) =>
    context.write(input, (tx) => saveView(context.useCase(tx), input)),
  ),
  destroy: os.savedViews.destroy.handler(({ input, context }) =>
    context.write(input, (tx) => deleteSavedView(context.useCase(tx), input.id)),
  ),
})
