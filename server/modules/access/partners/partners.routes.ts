import { os } from '#server/http/calls/implementer.ts'
import type { OriginOf } from '#server/http/security/public-origin.ts'
import { Problem } from '#server/problem.ts'
import { createSignInKey, type PartnersUseCase } from './partners.service.ts'

export const partnersRoutes = (useCase: PartnersUseCase, originOf: OriginOf) => ({
  createKey: os.partners.createKey.handler(async ({ input, context: { request } }) => {
    const [, secret = null] = /^Bearer +(\S{1,500})$/i.exec(request.headers.authorization ?? '') ?? []
    const made = await createSignInKey(useCase, secret, input, request.ip)
    return { ...made, url: `${originOf(request)}/sign_in?key=${made.key}` }
  }),

  authLink: os.partners.authLink.handler(({ context: { request } }) => {
    const { partnerUrl } = request.brand.signIn
    if (partnerUrl === null) throw new Problem('not_found')
    return { headers: { location: partnerUrl }, body: new Blob([], { type: 'text/plain' }) }
  }),
})
