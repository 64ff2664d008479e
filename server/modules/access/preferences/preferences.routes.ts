import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { readPreferences, readReminderSettings, saveReminderSettings } from './preferences.service.ts'

export const preferencesRoutes = (useCase: DatabaseUseCase<'brands'>) => ({
  show: os.preferences.show.handler(({ input, context }) =>
    readPreferences(useCase, context.actor(), input.id),
  ),
  maintenance: os.preferences.maintenance.handler(({ input, context }) =>
    readReminderSettings(useCase, context.actor(), input.id),
  ),
  saveMaintenance: os.preferences.saveMaintenance.handler(({ input, context }) =>
    saveReminderSettings(useCase, context.actor(), input.id, input.preferences),
  ),
})
