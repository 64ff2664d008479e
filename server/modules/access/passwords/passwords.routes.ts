import type { FastifyRequest } from 'fastify'
import { os } from '#server/http/calls/implementer.ts'
import type { OriginOf } from '#server/http/security/public-origin.ts'
import { translate } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { requestOriginOf, sessionTokenOf } from '../session/session.cookies.ts'
import { changePassword, type PasswordRequest, requestReset, resetPassword } from './passwords.service.ts'

export const passwordsRoutes = (
  useCase: DatabaseUseCase<'brands' | 'captcha' | 'flags' | 'log' | 'mail'>,
  originOf: OriginOf,
) => {
  const passwordRequestOf = (request: FastifyRequest): PasswordRequest => ({
    ...requestOriginOf(request),
    brand: request.brand,
    origin: originOf(request),
  })
  const done = (alertMessage: string) => ({ alertType: 'success' as const, alertMessage })

  return {
    forgot: os.passwords.forgot.handler(async ({ input, context: { request } }) => {
      await requestReset(useCase, input, passwordRequestOf(request))
      return done(translate(request.language, 'server/session:resetSent'))
    }),

    reset: os.passwords.reset.handler(async ({ input, context: { request } }) => {
      await resetPassword(useCase, input, passwordRequestOf(request))
      return done(translate(request.language, 'server/session:passwordReset'))
    }),

    change: os.passwords.change.handler(async ({ input, context }) => {
      const { request } = context
      const sender = { from: passwordRequestOf(request), session: sessionTokenOf(request) }
      await changePassword(useCase, context.actor(), input, sender)
      return done(translate(request.language, 'server/session:passwordChanged'))
    }),
  }
}
