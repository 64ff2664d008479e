import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'
import { sessionTokenOf, setSessionCookie } from '../modules/access/session/session.cookies.ts'
import { router } from '../router.ts'
import { checkAccess } from './access.ts'
import { readBodies } from './body.ts'
import { registerCalls } from './calls.ts'
import { refuseCrossSite } from './csrf.ts'
import { setApiHeaders } from './headers.ts'
import { timeBodies } from './slow-bodies.ts'

/** The REST API: every request is known, allowed and from our own page before its body is read. */
export async function api(app: FastifyInstance, options: { services: Services; checkOutputs: boolean }) {
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
    checkAccess(request)
  })
  readBodies(app)
  timeBodies(app)
  registerCalls(app, router(services), { db: services.db, checkOutputs: options.checkOutputs })
}
