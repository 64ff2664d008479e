import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import { sessionTokenOf } from '../session/session.cookies.ts'
import type { TicketsService } from './tickets.service.ts'

export const ticketsRoutes = (service: TicketsService) => ({
  create: os.tickets.create.handler(({ input, context }) => {
    const token = sessionTokenOf(context.request)
    if (token === null) throw new Problem('not_signed_in')
    return service.create(context.actor(), token, input.purpose)
  }),
})
