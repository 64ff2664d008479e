import type { Brand } from '#contract/core/brand.ts'
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

/** Address of the app under a brand, for mails that no request is the cause of: its first sub-domain of ours. */
export function brandOrigin(
  brand: Pick<Brand, 'subdomains' | 'isDefault'>,
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
): string {
  const own = new URL(publicUrl ?? `http://localhost:${port}`)
  const [subdomain] = brand.subdomains
  return brand.isDefault || subdomain === undefined ? own.origin : `${own.protocol}//${subdomain}.${own.host}`
}
