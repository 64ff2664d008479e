import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, hostCookie, readCookie, setCookie } from '#server/http/security/cookies.ts'
import type { RequestOrigin } from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { type Client, DEVICE_SECONDS, REMEMBERED_SESSION_SECONDS, type SignIn } from './session.service.ts'

const SESSION = 'authentication_token'
const DEVICE = 'device_token'
/** Plain ones that the documents name (ACC-070): they tell who was here last and prove nothing (ruling 5). */
const EMAIL = 'current_user_email'
const ACCOUNT = 'current_account_id'
const FLEET = 'current_fleet_id'

/** The token of a request: from the Authorization header of a client that is no browser, else from the cookie. */
export const sessionTokenOf = (request: FastifyRequest): string | null => sentToken(request).token

/**
 * The same, and whether it came on https under the name without the prefix, which another sub-domain may have set: only
 * sessions that were opened before the prefix are taken from there.
 */
export function sentToken(request: FastifyRequest): { token: string | null; isPlain: boolean } {
  const bearer = /^Bearer +([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ?? readCookie(request, hostCookie(request, SESSION))
  if (token !== null || request.protocol !== 'https') return { token, isPlain: false }
  const plain = readCookie(request, SESSION)
  return { token: plain, isPlain: plain !== null }
}

/** The token of a remembered device: under the plain name too, since it proves nothing of anybody but its own user. */
const deviceTokenOf = (request: FastifyRequest): string | null =>
  readCookie(request, hostCookie(request, DEVICE)) ?? readCookie(request, DEVICE)

/** Sets a secret cookie under its name for this protocol, and takes away one that https had under the plain name. */
function setSecret(reply: FastifyReply, name: string, token: string, seconds: number | undefined) {
  const { request } = reply
  setCookie(reply, hostCookie(request, name), token, {
    isSecret: true,
    ...(seconds === undefined ? {} : { seconds }),
  })
  if (request.protocol === 'https' && readCookie(request, name) !== null) clearCookie(reply, name)
}

export const requestOriginOf = (request: FastifyRequest): RequestOrigin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
})

export function clientOf(request: FastifyRequest): Client {
  return {
    ...requestOriginOf(request),
    brand: request.brand,
    sessionToken: sessionTokenOf(request),
    deviceToken: deviceTokenOf(request),
  }
}

/** The session's cookie: until the browser closes, or sliding with the session when the user is remembered. */
export function setSessionCookie(reply: FastifyReply, token: string, isRemembered: boolean) {
  setSecret(reply, SESSION, token, isRemembered ? REMEMBERED_SESSION_SECONDS : undefined)
}

export function setSignInCookies(reply: FastifyReply, signIn: Extract<SignIn, { isSignedIn: true }>) {
  const remembered: { seconds?: number } = signIn.isRemembered ? { seconds: DEVICE_SECONDS } : {}
  setSessionCookie(reply, signIn.token, signIn.isRemembered)
  if (signIn.deviceToken) setSecret(reply, DEVICE, signIn.deviceToken, remembered.seconds)
  setCookie(reply, EMAIL, signIn.user.email, remembered)
  setCookie(reply, ACCOUNT, String(signIn.user.id), remembered)
  setFleetCookie(reply, signIn.user, signIn.isRemembered)
}

/** Which fleet the session stands in, for the page's next start (ACC-070). */
export function setFleetCookie(reply: FastifyReply, user: { fleet_id: number }, isRemembered: boolean) {
  setCookie(reply, FLEET, String(user.fleet_id), isRemembered ? { seconds: DEVICE_SECONDS } : {})
}

/** The remembered address follows its user to another one. */
export function setEmailCookie(reply: FastifyReply, email: string, isRemembered: boolean) {
  setCookie(reply, EMAIL, email, isRemembered ? { seconds: DEVICE_SECONDS } : {})
}

/**
 * The device and the e-mail address stay remembered; who is signed in, and where, does not. Of Clear-Site-Data only the
 * cache: 'storage' would delete entries that wait to be sent, and 'cookies' the remembered device and the note of how
 * much waits, on all sub-domains. Browsers heed it on https and on this machine.
 */
export function clearSessionCookies(reply: FastifyReply) {
  reply.header('clear-site-data', '"cache"')
  clearCookie(reply, hostCookie(reply.request, SESSION))
  if (reply.request.protocol === 'https') clearCookie(reply, SESSION)
  clearCookie(reply, ACCOUNT)
  clearCookie(reply, FLEET)
}
