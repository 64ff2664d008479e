import type { Brand } from '#contract/core/brand.ts'
import type { Config } from '#server/config/config.ts'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

type Site = Pick<Config, 'publicUrl' | 'port'>
type BrandHosts = Pick<Brand, 'subdomains'>

/**
 * Returns the server address to use in links. A request can claim any host, and a link to a forged one would leak its
 * token. So only the configured address and the brands' subdomains of it are accepted; without a configured address,
 * the same names on this machine. Everything else falls back to the main address.
 */
export function publicOrigin(
  request: { protocol: string; host: string },
  { publicUrl, port }: Site,
  brands: readonly BrandHosts[],
): string {
  const host = request.host.toLowerCase()
  if (publicUrl !== null) {
    const own = new URL(publicUrl)
    return isBrandHost(host, own.host, brands) ? `${own.protocol}//${host}` : own.origin
  }
  const [, name = '', suffix = ''] = /^(.*?)(:\d{1,5})?$/.exec(host) ?? []
  const isLocal = LOOPBACK_NAMES.includes(name) || isBrandHost(name, 'localhost', brands)
  return isLocal ? `${request.protocol}://${name}${suffix}` : `http://localhost:${port}`
}

/** Returns the address for links in a response, or in a mail that the request causes. */
export type OriginOf = (request: { protocol: string; host?: string }) => string

export const originOfRequest =
  (site: Site, brands: readonly BrandHosts[]): OriginOf =>
  ({ protocol, host = '' }) =>
    publicOrigin({ protocol, host }, site, brands)

/** Returns the address of the app under a brand, for mails that no request caused: the brand's first subdomain. */
export function brandOrigin(
  brand: Pick<Brand, 'subdomains' | 'isDefault'>,
  { publicUrl, port }: Site,
): string {
  const own = new URL(publicUrl ?? `http://localhost:${port}`)
  const [subdomain] = brand.subdomains
  return brand.isDefault || subdomain === undefined ? own.origin : `${own.protocol}//${subdomain}.${own.host}`
}

/** Whether a host is exactly one of the brands' subdomains of `parent`. */
const isBrandHost = (host: string, parent: string, brands: readonly BrandHosts[]) =>
  brands.some(({ subdomains }) => subdomains.some((subdomain) => host === `${subdomain}.${parent}`))
