import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, hostCookie, readCookie, setCookie } from '#server/http/security/cookies.ts'
import type { RequestOrigin } from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { type Client, DEVICE_SECONDS, REMEMBERED_SESSION_SECONDS, type SignIn } from './session.service.ts'

const SESSION = 'authentication_token'
const DEVICE = 'device_token'
/** Cookies of the specification without secrets (ACC-070): they name the last user and prove nothing (ruling 5). */
const EMAIL = 'current_user_email'
const ACCOUNT = 'current_account_id'
const FLEET = 'current_fleet_id'

/**
 * Returns the token of a request: from the Authorization header of a client other than a browser, else from the cookie.
 */
export const sessionTokenOf = (request: FastifyRequest): string | null => sentToken(request).token

/**
 * Also returns whether the token arrived over https under the unprefixed name, which another subdomain could have set.
 * Only sessions from before the prefix was introduced are accepted from there.
 */
export function sentToken(request: FastifyRequest): { token: string | null; isPlain: boolean } {
  const bearer = /^Bearer +([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ?? readCookie(request, hostCookie(request, SESSION))
  if (token !== null || request.protocol !== 'https') return { token, isPlain: false }
  const plain = readCookie(request, SESSION)
  return { token: plain, isPlain: plain !== null }
}

/** Sets a secret cookie under its name for this protocol, and clears the unprefixed one on https. */
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
    // The unprefixed name is accepted, because the token is valid only for its own user.
    deviceToken: readCookie(request, hostCookie(request, DEVICE)) ?? readCookie(request, DEVICE),
  }
}

/** Session cookie: until the browser closes, or with the session's idle lifetime if the user is remembered. */
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

/** The session's current fleet, for the next page load (ACC-070). */
export function setFleetCookie(reply: FastifyReply, user: { fleet_id: number }, isRemembered: boolean) {
  setCookie(reply, FLEET, String(user.fleet_id), isRemembered ? { seconds: DEVICE_SECONDS } : {})
}

/** Updates the remembered address when the user changes it. */
export function setEmailCookie(reply: FastifyReply, email: string, isRemembered: boolean) {
  setCookie(reply, EMAIL, email, isRemembered ? { seconds: DEVICE_SECONDS } : {})
}

/**
 * Corrects what the readable cookies say of the session: its fleet, if the response of a switch was lost, and the
 * address, if it was changed on another device.
 */
export function correctCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  user: { email: string; fleet_id: number },
) {
  const isRemembered = request.caller?.isRemembered ?? false
  const [fleet, email] = [readCookie(request, FLEET), readCookie(request, EMAIL)]
  if (fleet && fleet !== String(user.fleet_id)) setFleetCookie(reply, user, isRemembered)
  if (email && email !== user.email) setEmailCookie(reply, user.email, isRemembered)
}

/**
 * Keeps the device and the email address, and clears the user and fleet. Clear-Site-Data is limited to the cache:
 * 'storage' would delete unsent entries, and 'cookies' the remembered device and the count of unsent entries, on all
 * subdomains. Browsers respect it on https and localhost.
 */
export function clearSessionCookies(reply: FastifyReply) {
  reply.header('clear-site-data', '"cache"')
  clearCookie(reply, hostCookie(reply.request, SESSION))
  if (reply.request.protocol === 'https') clearCookie(reply, SESSION)
  clearCookie(reply, ACCOUNT)
  clearCookie(reply, FLEET)
}
