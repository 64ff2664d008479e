import type { FastifyRequest } from 'fastify'
import { os } from '#server/http/calls/implementer.ts'
import type { OriginOf } from '#server/http/security/public-origin.ts'
import { texts } from '#server/texts/texts.ts'
import { requestOriginOf, sessionTokenOf } from '../session/session.cookies.ts'
import type { PasswordRequest, PasswordsService } from './passwords.service.ts'

export const passwordsRoutes = (service: PasswordsService, originOf: OriginOf) => {
  const askerOf = (request: FastifyRequest): PasswordRequest => ({
    ...requestOriginOf(request),
    brand: request.brand,
    origin: originOf(request),
  })
  const done = (alertMessage: string) => ({ alertType: 'success' as const, alertMessage })

  return {
    forgot: os.passwords.forgot.handler(async ({ input, context: { request } }) => {
      await service.forgot(input, askerOf(request))
      return done(texts[request.language].resetSent)
    }),

    reset: os.passwords.reset.handler(async ({ input, context: { request } }) => {
      await service.reset(input, askerOf(request))
      return done(texts[request.language].passwordReset)
    }),

    change: os.passwords.change.handler(async ({ input, context }) => {
      const { request } = context
      await service.change(context.actor(), input, askerOf(request), sessionTokenOf(request))
      return done(texts[request.language].passwordChanged)
    }),
  }
}
