/** Returns the order id from a URL path of the shop's page (ruling 15), or null for any other path. */
export function shopOrderOf(pathname: string): number | null {
  const id = /^\/shop_link\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  return id === undefined ? null : Number(id)
}
