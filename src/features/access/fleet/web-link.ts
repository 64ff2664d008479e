/** Returns whether a link is a web page. Other schemes are not offered, whatever the server sends. */
export function isWebLink(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)
}
