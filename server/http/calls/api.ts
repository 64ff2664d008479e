import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#server/actor.ts'
import type { Services } from '#server/composition/services.ts'
import { noticeFleet, noticeRequests } from '#server/fairness/background-turns.ts'
import { checkQueryNames, readBodies } from '#server/http/body/body.ts'
import { timeBodies } from '#server/http/body/slow-bodies.ts'
import { sendProblem } from '#server/http/errors/problems.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import { screenLanguageOf } from '#server/http/language.ts'
import type { FleetShares } from '#server/http/load/fleet-shares.ts'
import { rejectWritesWhileStalled, shedLoad } from '#server/http/load/shed-load.ts'
import { checkAccess, recheckAccess } from '#server/http/security/access.ts'
import { rejectCrossSite } from '#server/http/security/csrf.ts'
import { setApiHeaders } from '#server/http/security/headers.ts'
import { findStanding } from '#server/modules/access/fleet-access.ts'
import { sentToken, setSessionCookie } from '#server/modules/access/session/session.cookies.ts'
import { callerOfSession } from '#server/modules/access/session/session.service.ts'
import { hashToken } from '#server/modules/access/session/tokens.ts'
import { redeemTicket } from '#server/modules/access/tickets/tickets.service.ts'
import { readEpoch } from '#server/modules/home/sync/epoch.reads.ts'
import { shopTokenOf } from '#server/modules/orders/shop-links/shop-links.cookies.ts'
import { authenticateShop } from '#server/modules/orders/shop-links/shop-links.service.ts'
import { traceRequests } from '#server/observe/tracing.ts'
import { Problem } from '#server/problem.ts'
import { registerCalls } from './calls.ts'
import { rejectNewerVersion, sendStoredSuccess } from './queued-operations.ts'

/** Receives each response: the call's name in the contract, the status, and the code of a problem. */
export type ResponseObserver = (response: { call: string; status: number; code: string | null }) => void

/**
 * The REST API below the prefix /api. Every request is authenticated, authorized and checked for its origin before its
 * body is read.
 */
export async function api(
  app: FastifyInstance,
  options: {
    /** Their database already limits the connections of each fleet. */
    services: Services
    routes: object
    shares: FleetShares
    checkOutputs: boolean
    shedAboveMs: number
    observe?: ResponseObserver
  },
) {
  const { services, shares } = options
  let epoch = await readEpoch(services.db)
  const brandOfKey = (key: string) => services.brands.find((brand) => brand.key === key)

  app.addHook('onRequest', async (request, reply) => setApiHeaders(request, reply, epoch))
  traceRequests(app)
  noticeRequests(app)
  // Load shedding comes first, so that a rejected request costs no database query for authentication.
  await shedLoad(app, { db: services.db, maxEventLoopDelay: options.shedAboveMs })
  rejectWritesWhileStalled(app, services.db)
  app.addHook('onRequest', async (request, reply) => {
    rejectCrossSite(request, services.config.publicUrl)
    checkQueryNames(request)
    const sent = sentToken(request)
    const { token } = sent
    request.caller = await callerOf(request, services, sent)
    if (request.caller) {
      const { actor, isRemembered, renewed } = request.caller
      noticeFleet(actor.fleet.id)
      // The account's language can differ: the screen was switched offline, or the brand does not offer it.
      actor.language = screenLanguageOf(request) ?? actor.language
      request.language = actor.language
      request.offeringBrand = brandOfKey(request.caller.brand) ?? request.brand
      if ((renewed || sent.isPlain) && token !== null && !request.headers.authorization)
        setSessionCookie(reply, token, isRemembered)
      // A restored database has another epoch, and clients must learn that at once.
      epoch = request.caller.epoch
      reply.header('x-server-epoch', epoch)
    }
    // Rejects an invalid key, which nothing may act on.
    idempotencyKeyOf(request)
    if (request.routeOptions.config.access === 'shop') request.shop = await shopOf(request, services)
    rejectNewerVersion(request)
    if (!request.is404) checkAccess(request)
    if (options.shedAboveMs > 0 && request.caller && !(await shares.enter(request.caller.actor.fleet.id)))
      throw new Problem('unavailable', { retryAfter: 2 })
  })
  const { announce } = services.changes
  const hasReplica = services.replica !== null
  app.setErrorHandler(async (error, request, reply) =>
    (await sendStoredSuccess({ db: services.db, announce, hasReplica }, request, reply, error))
      ? reply
      : sendProblem(request, reply, error),
  )
  app.setNotFoundHandler((request, reply) => {
    // Only existing calls return X-Wheelbook-Op, so the app can distinguish an unknown call from a missing record.
    reply.removeHeader('x-wheelbook-op')
    return sendProblem(request, reply, new Problem('not_found'))
  })
  if (options.observe) observeResponses(app, options.observe)
  readBodies(app)
  timeBodies(app)
  registerCalls(app, options.routes, {
    db: services.db,
    clock: services.now,
    announce,
    recheckAccess: (request) =>
      recheckAccess(request, {
        standing: (actor) => standingOf(actor, services),
        shop: () => shopOf(request, services),
      }),
    hasReplica,
    checkOutputs: options.checkOutputs,
    spoolFolder: join(services.config.dataFolder, 'aside'),
  })
}

function observeResponses(app: FastifyInstance, observe: ResponseObserver) {
  app.addHook('onSend', async ({ routeOptions }, { statusCode }, payload) => {
    const code = statusCode >= 400 && typeof payload === 'string' ? JSON.parse(payload).code : null
    if (routeOptions.config.call) observe({ call: routeOptions.config.call, status: statusCode, code })
  })
}

/** Returns what the user may do in the fleet now; null: nothing. */
async function standingOf({ userId, fleet }: Actor, { db, brands }: Services) {
  const found = await findStanding(db, userId, fleet.id)
  return found && { roles: found.roles, brand: brands.find(({ key }) => key === found.brand) }
}

/** Returns the shop of the order in the path, if this device opened its link. */
async function shopOf(request: FastifyRequest, { db, now: clock }: Services) {
  const { id } = request.params as { id?: string }
  const token = shopTokenOf(request)
  return token !== null && id !== undefined && /^\d{1,15}$/.test(id)
    ? authenticateShop({ db, clock }, token, Number(id))
    : null
}

/**
 * Authenticates the caller: by a ticket if the call accepts one and one was sent (no fallback), else by the session
 * token.
 */
async function callerOf(
  request: FastifyRequest,
  { db }: Services,
  { token, isPlain }: ReturnType<typeof sentToken>,
) {
  const purpose = request.routeOptions.config.ticket
  const { auth_token: ticket } = request.query as { auth_token?: unknown }
  if (purpose === undefined || ticket === undefined)
    return token === null ? null : callerOfSession(db, hashToken(token), isPlain)
  // A HEAD request precedes the actual load and must not consume the ticket.
  if (typeof ticket !== 'string' || request.method !== 'GET') return null
  const sessionHash = await redeemTicket(db, ticket, purpose)
  return sessionHash && callerOfSession(db, sessionHash)
}
