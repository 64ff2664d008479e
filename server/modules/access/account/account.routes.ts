import { os } from '#server/http/calls/implementer.ts'
import type { AccountService } from './account.service.ts'

export const accountRoutes = (service: AccountService) => ({
  me: os.account.me.handler(({ context }) => service.me(context.actor())),
  setLanguage: os.account.setLanguage.handler(({ input, context }) =>
    service.setLanguage(context.actor(), input),
  ),
  flags: os.account.flags.handler(({ input, context: { request } }) =>
    service.treatments(request.caller?.actor ?? null, request.brand, input),
  ),
})
