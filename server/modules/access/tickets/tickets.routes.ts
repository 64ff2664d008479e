import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { sessionTokenOf } from '../session/session.cookies.ts'
import { createTicket } from './tickets.service.ts'

export const ticketsRoutes = ({ db }: DatabaseUseCase) => ({
  create: os.tickets.create.handler(({ input, context }) => {
    const token = sessionTokenOf(context.request)
    if (token === null) throw new Problem('not_signed_in')
    return createTicket(db, context.actor().userId, token, input.purpose)
  }),
})
