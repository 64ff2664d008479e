import type { Config } from '../config.ts'

const LOOPBACK = /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Address of this server that a mail may name. A request may claim any host, and a link to a forged one would hand its
 * token to a stranger: only the configured address and sub-domains of it (the brands') are believed, and names of this
 * very machine where none is configured.
 */
export function publicOrigin(
  asked: { protocol: string; host: string },
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
): string {
  if (publicUrl !== null) {
    const own = new URL(publicUrl)
    const isBelow = asked.host.endsWith(`.${own.host}`) && /^[a-z0-9.:-]+$/i.test(asked.host)
    return isBelow ? `${own.protocol}//${asked.host}` : own.origin
  }
  return LOOPBACK.test(asked.host) ? `${asked.protocol}://${asked.host}` : `http://localhost:${port}`
}
