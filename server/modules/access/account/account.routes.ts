import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { readCurrentUser, readTreatments, setLanguage } from './account.service.ts'

export const accountRoutes = (useCase: DatabaseUseCase<'brands' | 'flags'>) => ({
  me: os.account.me.handler(({ context }) => {
    const { userId, fleet } = context.actor()
    return readCurrentUser(useCase, userId, fleet.id)
  }),
  setLanguage: os.account.setLanguage.handler(({ input, context }) =>
    setLanguage(useCase, context.actor(), input),
  ),
  flags: os.account.flags.handler(({ input, context: { request } }) =>
    readTreatments(useCase, request.caller?.actor ?? null, request.brand, input),
  ),
})
