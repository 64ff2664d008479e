import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { correctCookies } from '../session/session.cookies.ts'
import { readCurrentUser, readTreatments, setLanguage } from './account.service.ts'

export const accountRoutes = (useCase: DatabaseUseCase<'brands' | 'flags'>) => ({
  me: os.account.me.handler(async ({ context: { actor, request, reply } }) => {
    const { userId, fleet } = actor()
    const user = await readCurrentUser(useCase, userId, fleet.id)
    correctCookies(request, reply, user)
    return user
  }),
  setLanguage: os.account.setLanguage.handler(({ input, context }) =>
    setLanguage(useCase, context.actor(), input),
  ),
  flags: os.account.flags.handler(({ input, context: { request } }) =>
    readTreatments(useCase, request.caller?.actor ?? null, request.brand, input),
  ),
})
