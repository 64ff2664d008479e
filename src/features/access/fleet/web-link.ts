import { parseUrl } from '#domain/core/web-address.ts'

/** Returns whether a link is a web page. Other schemes are not offered, whatever the server sends. */
export function isWebLink(link: string): boolean {
  return /^https?:$/.test(parseUrl(link)?.protocol ?? '')
}
