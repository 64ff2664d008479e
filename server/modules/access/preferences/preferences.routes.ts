import { os } from '#server/http/calls/implementer.ts'
import type { PreferencesService } from './preferences.service.ts'

export const preferencesRoutes = (service: PreferencesService) => ({
  show: os.preferences.show.handler(({ input, context }) => service.show(context.actor(), input.id)),
  maintenance: os.preferences.maintenance.handler(({ input, context }) =>
    service.maintenance(context.actor(), input.id),
  ),
  saveMaintenance: os.preferences.saveMaintenance.handler(({ input, context }) =>
    service.saveMaintenance(context.actor(), input.id, input.preferences),
  ),
})
