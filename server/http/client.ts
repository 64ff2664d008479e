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

/** Whether something between client and server says that it passed the request on. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined)

/**
 * Gives each request the address and the scheme that the client really has: `ip` from the proxies that are trusted,
 * `protocol` from PUBLIC_URL, else from the connection. Fastify's own values take entries of X-Forwarded-For as they
 * come, also those that are no addresses, and know nothing of PUBLIC_URL.
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
    log.warn('X-Forwarded-For came from a peer that TRUST_PROXY does not name; it is ignored. Said once.')
  }

  return {
    addresses,
    /** For Fastify's `trustProxy`: who may name scheme and host. */
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
