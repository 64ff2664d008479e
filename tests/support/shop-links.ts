import { clientOf } from './client.ts'

/** The characters of the VIN that a shop enters. */
export const LAST_8 = 'LFA12345'
let count = 0
/** A VIN of its own that ends so. */
export const aVin = () => `1FT${String(++count).padStart(6, '0')}${LAST_8}`

/** Order and token of a link's address. */
export function partsOf(address: string): { orderId: number; token: string } {
  const [, id, token = ''] = /\/shop_link\/(\d+)#([\w-]+)$/.exec(address) ?? []
  return { orderId: Number(id), token }
}

/** Opens a link as a shop does. @returns a client with its session, and the answer */
export async function opened(url: string, address: string, vin_last_8 = LAST_8) {
  const { orderId, token } = partsOf(address)
  const answer = await clientOf(url).post(`/shop_links/${orderId}/unlock`, { token, vin_last_8 })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { answer, shop: clientOf(url, { cookie }), path: `/shop_links/${orderId}` }
}
