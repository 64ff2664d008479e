import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/trusted-proxies.ts'
import { isForwarded } from '../client.ts'

const LOCAL_NAME = /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Whether a proxy is declared to stand in front: it may run on this machine, so its requests look local. */
export const isBehindProxy = ({ trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>): boolean =>
  trustProxy !== null || (publicUrl?.startsWith('https:') ?? false)

/**
 * Tells who may read the mailbox, which holds one-time passwords and reset links: a browser on this very machine.
 * It is judged by the connection's own peer and never by an address that a request claims. Requests that a proxy passed
 * on are refused (nginx names no client by default, but speaks HTTP/1.0), and so are those to another host name: a
 * page of a stranger can point its own name at this machine (DNS rebinding). EXPOSE_DEMO_MAILBOX opens it to everybody.
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
