import type { FastifyRequest } from 'fastify'
import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { requestOriginOf, sessionTokenOf } from '../session/session.cookies.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.service.ts'

export const ownSessionsRoutes = ({ db }: DatabaseUseCase) => ({
  list: os.ownSessions.list.handler(async ({ context }) => ({
    sessions: await listOwnSessions(db, context.actor().userId, tokenOf(context.request)),
  })),
  end: os.ownSessions.end.handler(async ({ input, context: { actor, request } }) => {
    await endOwnSession(db, actor().userId, input.id, requestOriginOf(request))
    return { success: true as const }
  }),
  endOthers: os.ownSessions.endOthers.handler(async ({ context: { actor, request } }) => ({
    ended: await endOtherSessions(db, actor().userId, tokenOf(request), requestOriginOf(request)),
  })),
})

function tokenOf(request: FastifyRequest): string {
  const token = sessionTokenOf(request)
  if (token === null) throw new Problem('not_signed_in')
  return token
}
