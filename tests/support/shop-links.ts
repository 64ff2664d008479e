import { clientOf } from './client.ts'

/** The last characters of the VIN, which a shop enters. */
export const LAST_8 = 'LFA12345'
let count = 0
/** Returns a unique VIN with this ending. */
export const aVin = () => `1FT${String(++count).padStart(6, '0')}${LAST_8}`

/** Parses order and token from a link's URL. */
export function partsOf(address: string): { orderId: number; token: string } {
  const [, id, token = ''] = /\/shop_link\/(\d+)#([\w-]+)$/.exec(address) ?? []
  return { orderId: Number(id), token }
}

/** Opens a link like a shop. @returns a client with its session, and the response */
export async function opened(url: string, address: string, vin_last_8 = LAST_8) {
  const { orderId, token } = partsOf(address)
  const response = await clientOf(url).post(`/shop_links/${orderId}/unlock`, { token, vin_last_8 })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { response, shop: clientOf(url, { cookie }), path: `/shop_links/${orderId}` }
}
