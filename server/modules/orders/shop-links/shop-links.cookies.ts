import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, secureCookie, setCookie } from '#server/http/security/cookies.ts'

const SESSION = 'shop_link'
/** Longer than any order takes; the server decides how long the session works. */
const SECONDS = 180 * 86_400

export const shopTokenOf = (request: FastifyRequest): string | null =>
  readCookie(request, secureCookie(request, SESSION)) ?? readCookie(request, SESSION)

/** Each order has a cookie of its own, sent along with calls about it alone: a shop may have several open. */
export function setShopCookie(reply: FastifyReply, orderId: number, token: string) {
  setCookie(reply, secureCookie(reply.request, SESSION), token, {
    isSecret: true,
    seconds: SECONDS,
    path: `/api/v4/shop_links/${orderId}`,
  })
}
