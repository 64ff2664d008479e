import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify'
import { brandOfHost } from '#contract/core/brand.ts'
import { PUSH_PATH } from '#contract/home/push.ts'
import type { Services } from './composition/services.ts'
import type { Config } from './config/config.ts'
import { api, type ResponseObserver } from './http/calls/api.ts'
import { cardGatewayWebhook } from './http/card-gateway-webhook.ts'
import { clientIdentity, identifyClients } from './http/client.ts'
import { logResponse } from './http/errors/log.ts'
import { sendProblem } from './http/errors/problems.ts'
import { health, type Readiness, readinessProbe } from './http/health.ts'
import { languageOf } from './http/language.ts'
import { limitConnections } from './http/load/connection-limits.ts'
import { createFleetShares } from './http/load/fleet-shares.ts'
import { recycleConnections } from './http/load/recycle-connections.ts'
import { assets } from './http/pages/assets.ts'
import { brandFiles } from './http/pages/brand-files.ts'
import { captchaFrame } from './http/pages/captcha-frame.ts'
import { mailbox } from './http/pages/mailbox.ts'
import { mayReadMailbox } from './http/pages/mailbox-access.ts'
import { page } from './http/pages/page.ts'
import { unsubscribe } from './http/pages/unsubscribe.ts'
import { pushSocket } from './http/push/push-socket.ts'
import { requirePolicies } from './http/security/access.ts'
import { rejectTwoHosts, setSecurityHeaders } from './http/security/headers.ts'
import type { Metrics } from './observe/metrics.ts'
import { Problem } from './problem.ts'
import { router } from './router.ts'

interface AppOptions {
  /** Folder of the built app. Null: serves the API only. */
  distFolder: string | null
  readiness?: Readiness
  /** Counts responses. */
  metrics?: Metrics
  /** Tests: checks every response against its contract. */
  checkOutputs?: boolean
  /** Tests: receives every response of a call. */
  observe?: ResponseObserver
  /** Event loop delay above which calls are rejected with 503. 0 disables load shedding. */
  shedAboveMs?: number
  /** Tests: handlers to use instead of the product's. */
  routes?: object
}

const SHED_ABOVE_MS = 1500

/** Builds the HTTP server: the API, the app's page and files, and health checks. Does not listen yet. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { config, db, brands } = services
  const readiness = options.readiness ?? { isStopping: false }
  const log: FastifyBaseLogger = services.log
  const identity = clientIdentity(config, services.log)
  const app = Fastify(serverOptions(log, config, identity))
  app.decorateRequest('caller', null)
  app.decorateRequest('shop', null)
  app.decorateRequest('brand')
  app.decorateRequest('offeringBrand')
  app.decorateRequest('language', 'en')

  requirePolicies(app)
  identifyClients(app, identity)
  app.addHook('onRequest', async (request, reply) => {
    request.brand = brandOfHost(brands, request.host ?? '')
    request.offeringBrand = request.brand
    request.language = languageOf(request)
    setSecurityHeaders(request, reply)
    rejectTwoHosts(request)
  })
  recycleConnections(app, readiness)
  limitConnections(app.server, (peer) => config.trustProxy !== null && identity.addresses.isTrustedPeer(peer))
  app.addHook('onResponse', async (request, reply) => {
    logResponse(request, reply)
    options.metrics?.observe(request, reply)
  })
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))

  await pushSocket(app, services)
  health(app, readinessProbe({ db, readiness }))
  // one fleet gets at most half of the connections.
  const shares = createFleetShares(Math.ceil(db.pool.options.max / 2))
  const limited = { ...services, db: shares.limit(db) }
  await app.register(api, {
    prefix: '/api',
    services: limited,
    shares,
    routes: options.routes ?? router(limited),
    checkOutputs: options.checkOutputs ?? false,
    shedAboveMs: options.shedAboveMs ?? SHED_ABOVE_MS,
    ...(options.observe && { observe: options.observe }),
  })
  brandFiles(app, { brands, folder: config.brandsFolder })
  if (config.recaptcha) captchaFrame(app, config.recaptcha)
  await app.register(cardGatewayWebhook, { useCase: { db, clock: services.now, ports: services.ports } })
  await app.register(unsubscribe, { service: services.unsubscribe })
  const mayRead = services.hasMailbox ? mayReadMailbox(config) : () => false
  if (services.hasMailbox) mailbox(app, { db, mayRead })
  if (options.distFolder === null) {
    app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem('not_found')))
  } else {
    await assets(app, { distFolder: options.distFolder })
    await page(app, {
      distFolder: options.distFolder,
      settingsFor: (request) => ({
        demo: config.demo,
        mailboxUrl: mayRead(request) ? '/mailbox' : null,
        errorReportUrl: config.errorReportUrl,
      }),
      hasDropIn: config.braintree !== null,
    })
  }
  return app
}

function serverOptions(
  log: FastifyBaseLogger,
  config: Config,
  identity: ReturnType<typeof clientIdentity>,
): FastifyHttpOptions<Server> {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy === null ? false : identity.isTrustedPeer,
    // Fastify's default limits never drop a stalled client (S-29). A file upload on a poor connection takes minutes, so
    // the limit on a whole request is long and the limits on inactivity are short.
    requestTimeout: 300_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 10_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      // Ignores all other upgrade requests, as HTTP allows.
      shouldUpgradeCallback: ({ url, headers }) =>
        url === PUSH_PATH && headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { maxParamLength: 200 },
    // Malformed URLs never reach a hook or the error handler.
    frameworkErrors: (error, request, reply) => {
      identity.identify(request)
      setSecurityHeaders(request, reply)
      sendProblem(request, reply, error)
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }
}
