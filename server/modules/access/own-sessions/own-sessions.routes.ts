import type { FastifyRequest } from 'fastify'
import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import { requestOriginOf, sessionTokenOf } from '../session/session.cookies.ts'
import type { OwnSessionsService } from './own-sessions.service.ts'

export const ownSessionsRoutes = (service: OwnSessionsService) => ({
  list: os.ownSessions.list.handler(async ({ context }) => ({
    sessions: await service.list(context.actor(), tokenOf(context.request)),
  })),
  end: os.ownSessions.end.handler(async ({ input, context }) => {
    await service.end(context.actor(), input.id, requestOriginOf(context.request))
    return { success: true as const }
  }),
  endOthers: os.ownSessions.endOthers.handler(async ({ context }) => ({
    ended: await service.endOthers(
      context.actor(),
      tokenOf(context.request),
      requestOriginOf(context.request),
    ),
  })),
})

function tokenOf(request: FastifyRequest): string {
  const token = sessionTokenOf(request)
  if (token === null) throw new Problem('not_signed_in')
  return token
}
