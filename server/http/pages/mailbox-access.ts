import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/trusted-proxies.ts'
import { isForwarded } from '../client.ts'

const LOCAL_NAME = /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Whether a proxy is configured. It may run on this machine, so its requests look local. */
export const isBehindProxy = ({ trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>): boolean =>
  trustProxy !== null || (publicUrl?.startsWith('https:') ?? false)

/**
 * Decides who may read the mailbox, which holds one-time passwords and reset links: only a browser on this machine. The
 * check uses the connection's peer, never an address that a request claims. Forwarded requests are rejected (nginx sets
 * no client header by default, but speaks HTTP/1.0). So are requests for another host name, because a foreign site can
 * point its name at this machine (DNS rebinding). EXPOSE_DEMO_MAILBOX makes the mailbox public.
 */
export function mayReadMailbox(config: Pick<Config, 'exposeMailbox' | 'trustProxy' | 'publicUrl'>) {
  const isClosed = isBehindProxy(config)
  return (request: FastifyRequest): boolean =>
    config.exposeMailbox ||
    (!isClosed &&
      isLoopback(request.socket.remoteAddress ?? '') &&
      request.raw.httpVersion !== '1.0' &&
      !isForwarded(request) &&
      LOCAL_NAME.test(request.headers.host ?? ''))
}
