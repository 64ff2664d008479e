import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'
import { sessionTokenOf, setSessionCookie } from '../modules/access/session/session.cookies.ts'
import { Problem } from '../problem.ts'
import { checkAccess } from './access.ts'
import { readBodies } from './body.ts'
import { registerCalls } from './calls.ts'
import { refuseCrossSite } from './csrf.ts'
import { setApiHeaders } from './headers.ts'
import { shedLoad } from './overload.ts'
import { sendProblem } from './problems.ts'
import { timeBodies } from './slow-bodies.ts'

/** The REST API, below the prefix /api: every request is known, allowed and from our own page before its body is read. */
export async function api(
  app: FastifyInstance,
  options: { services: Services; routes: object; checkOutputs: boolean; shedAboveMs: number },
) {
  const { services } = options
  let epoch = await services.epoch()

  app.addHook('onRequest', async (request, reply) => {
    setApiHeaders(request, reply, epoch)
    refuseCrossSite(request, services.config.publicUrl)
    const token = sessionTokenOf(request)
    request.caller = token === null ? null : await services.session.authenticate(token)
    if (request.caller) {
      const { actor, isRemembered, renewed } = request.caller
      request.language = actor.language
      if (renewed && token !== null && !request.headers.authorization)
        setSessionCookie(reply, token, isRemembered)
      // A restored database has another epoch, and clients must hear of it at once.
      epoch = request.caller.epoch
      reply.header('x-server-epoch', epoch)
    }
    if (!request.is404) checkAccess(request)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem('not_found')))
  await shedLoad(app, { db: services.db, maxEventLoopDelay: options.shedAboveMs })
  readBodies(app)
  timeBodies(app)
  registerCalls(app, options.routes, { db: services.db, checkOutputs: options.checkOutputs })
}
