/** The order of an address of the shop's page (ruling 15); null: it is another address. */
export function shopOrderOf(pathname: string): number | null {
  const id = /^\/shop_link\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  return id === undefined ? null : Number(id)
}
