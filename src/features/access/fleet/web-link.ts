/** Whether a link leads to a web page: only those are offered, whatever a server sends. */
export function isWebLink(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)
}
