import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { os } from '#server/http/implementer.ts'
import { publicOrigin } from '#server/http/public-origin.ts'
import { texts } from '#server/texts.ts'
import { sessionTokenOf, setEmailCookie } from '../session/session.cookies.ts'
import type { PreferencesService } from './preferences.service.ts'

export const preferencesRoutes = (service: PreferencesService, config: Config) => {
  const askerOf = (request: FastifyRequest) => ({
    ip: request.ip,
    brand: request.brand,
    origin: publicOrigin({ protocol: request.protocol, host: request.host ?? '' }, config),
  })
  return {
    show: os.preferences.show.handler(({ input, context }) => service.show(context.actor(), input.id)),
    save: os.preferences.save.handler(async ({ input, context }) => {
      const { request, reply } = context
      const saved = await service.save(context.actor(), input, askerOf(request), sessionTokenOf(request))
      if (input.email !== undefined) setEmailCookie(reply, saved.email, request.caller?.isRemembered ?? false)
      return {
        ...saved,
        alertType: 'success' as const,
        alertMessage: texts[request.language].preferenceUpdated,
      }
    }),
    maintenance: os.preferences.maintenance.handler(({ input, context }) =>
      service.maintenance(context.actor(), input.id),
    ),
    saveMaintenance: os.preferences.saveMaintenance.handler(({ input, context }) =>
      service.saveMaintenance(context.actor(), input.id, input.preferences),
    ),
  }
}
