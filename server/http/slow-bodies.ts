import type { FastifyInstance } from 'fastify'

/** Time for the body of a call; files take up to the server's own limit (S-29). */
const BODY_MS = 15_000

/** Cuts off who sends an ordinary body so slowly that it only holds a connection. */
export function timeBodies(app: FastifyInstance) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { takesFile, takesForm, dataUrl } = request.routeOptions.config
    if (takesFile || takesForm || dataUrl) return payload
    const timer = setTimeout(() => request.raw.destroy(), BODY_MS)
    const done = () => clearTimeout(timer)
    payload.once('end', done).once('close', done).once('error', done)
    return payload
  })
}
