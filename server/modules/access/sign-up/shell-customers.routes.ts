import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import type { OriginOf } from '#server/http/security/public-origin.ts'
import {
  authenticatePartner,
  type PartnersUseCase,
} from '#server/modules/access/partners/partners.service.ts'
import { clientOf } from '#server/modules/access/session/session.cookies.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { signInResponse } from '../session/sign-in-response.ts'
import { completeShell, createShell } from './shell-customers.service.ts'

export const shellCustomersRoutes = (
  useCase: DatabaseUseCase<'brands' | 'mail'> & PartnersUseCase,
  originOf: OriginOf,
) => {
  return {
    create: os.shellCustomers.create.handler(async ({ input, context: { request } }) => {
      const [, secret = null] = /^Bearer +(\S{1,500})$/i.exec(request.headers.authorization ?? '') ?? []
      const partner = await authenticatePartner(useCase, secret, request.ip)
      const made = await createShell(useCase.db, partner, input, request.brand)
      const { fleet_name, fleet_name_editable, email, firstName, lastName, cellPhone } = input
      // All eight parameters of the specification (ACC-020); unknown ones are empty (ACC-022).
      const query = new URLSearchParams({
        id: String(made.id),
        token: made.token,
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        cellPhone: cellPhone ?? '',
        email: email ?? '',
        fleet_name,
        fleet_name_editable: String(fleet_name_editable),
      })
      return { ...made, url: `${originOf(request)}/?${query}` }
    }),

    complete: os.shellCustomers.complete.handler(async ({ input, context: { request, reply } }) => {
      const key = idempotencyKeyOf(request) ?? undefined
      const signIn = await completeShell(useCase, input, clientOf(request), {
        key,
        origin: originOf(request),
      })
      return signInResponse(signIn, request, reply)
    }),
  }
}
