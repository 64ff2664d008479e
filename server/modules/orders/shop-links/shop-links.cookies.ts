import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, secureCookie, setCookie } from '#server/http/security/cookies.ts'

const SESSION = 'shop_link'
/** Longer than any order takes. The server decides how long the session is valid. */
const SECONDS = 180 * 86_400

export const shopTokenOf = (request: FastifyRequest): string | null =>
  readCookie(request, secureCookie(request, SESSION)) ?? readCookie(request, SESSION)

/** Sets one cookie per order, limited to calls about that order, because a shop may have several open. */
export function setShopCookie(reply: FastifyReply, orderId: number, token: string) {
  setCookie(reply, secureCookie(reply.request, SESSION), token, {
    isSecret: true,
    seconds: SECONDS,
    path: `/api/v4/shop_links/${orderId}`,
  })
}
