import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { clientAddresses } from '#server/config/trusted-proxies.ts'

const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const

/** Whether a header shows that a proxy forwarded the request. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined)

/**
 * Sets the client's real address and scheme on each request: `ip` from the trusted proxies, `protocol` from PUBLIC_URL
 * or else from the connection. Fastify's own values accept any entry of X-Forwarded-For, including invalid addresses,
 * and ignore PUBLIC_URL.
 */
export function clientIdentity(
  { trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>,
  log: Logger,
) {
  const addresses = clientAddresses(trustProxy)
  const isPublicHttps = publicUrl?.startsWith('https:') ?? false
  let isWarned = false

  function warnOnce(request: FastifyRequest) {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    if (addresses.isTrustedPeer(request.socket.remoteAddress)) return
    isWarned = true
    log.warn('Ignoring X-Forwarded-For from a peer that TRUST_PROXY does not list. Logged once.')
  }

  return {
    addresses,
    /** For Fastify's `trustProxy`: whether a peer may set scheme and host. */
    isTrustedPeer: (peer: string) => addresses.isTrustedPeer(peer),
    identify(request: FastifyRequest) {
      const protocol = isPublicHttps || request.protocol === 'https' ? 'https' : 'http'
      const ip = addresses.clientOf(request.raw)
      Object.defineProperties(request, { ip: { value: ip }, protocol: { value: protocol } })
      warnOnce(request)
    },
  }
}

/** Identifies the client before any other hook runs. */
export function identifyClients(app: FastifyInstance, { identify }: ReturnType<typeof clientIdentity>) {
  app.addHook('onRequest', async (request) => identify(request))
}
