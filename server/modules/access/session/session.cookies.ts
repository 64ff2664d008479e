import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, readCookie, setCookie } from '#server/http/cookies.ts'
import { type Client, DEVICE_SECONDS, REMEMBERED_SESSION_SECONDS, type SignIn } from './session.service.ts'

const SESSION = 'authentication_token'
const DEVICE = 'device_token'
/** Plain ones that the documents name (doc1 §7): they tell who was here last and prove nothing (ruling 5). */
const EMAIL = 'current_user_email'
const ACCOUNT = 'current_account_id'
const FLEET = 'current_fleet_id'

/** The token of a request: from the Authorization header of a client that is no browser, else from the cookie. */
export function sessionTokenOf(request: FastifyRequest): string | null {
  const bearer = /^Bearer +([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')
  return bearer?.[1] ?? readCookie(request, SESSION)
}

export function clientOf(request: FastifyRequest): Client {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    brand: request.brand,
    sessionToken: sessionTokenOf(request),
    deviceToken: readCookie(request, DEVICE),
  }
}

/** The session's cookie: until the browser closes, or sliding with the session when the user is remembered. */
export function setSessionCookie(reply: FastifyReply, token: string, isRemembered: boolean) {
  setCookie(reply, SESSION, token, {
    isSecret: true,
    ...(isRemembered ? { seconds: REMEMBERED_SESSION_SECONDS } : {}),
  })
}

export function setSignInCookies(reply: FastifyReply, signIn: Extract<SignIn, { isSignedIn: true }>) {
  const remembered = signIn.isRemembered ? { seconds: DEVICE_SECONDS } : {}
  setSessionCookie(reply, signIn.token, signIn.isRemembered)
  if (signIn.deviceToken) setCookie(reply, DEVICE, signIn.deviceToken, { isSecret: true, ...remembered })
  setCookie(reply, EMAIL, signIn.user.email, remembered)
  setCookie(reply, ACCOUNT, String(signIn.user.id), remembered)
  setFleetCookie(reply, signIn.user, signIn.isRemembered)
}

/** Which fleet the session stands in, for the page's next start (doc1 §7). */
export function setFleetCookie(reply: FastifyReply, user: { fleet_id: number }, isRemembered: boolean) {
  setCookie(reply, FLEET, String(user.fleet_id), isRemembered ? { seconds: DEVICE_SECONDS } : {})
}

/** The remembered address follows its user to another one. */
export function setEmailCookie(reply: FastifyReply, email: string, isRemembered: boolean) {
  setCookie(reply, EMAIL, email, isRemembered ? { seconds: DEVICE_SECONDS } : {})
}

/** The device and the e-mail address stay remembered; who is signed in, and where, does not. */
export function clearSessionCookies(reply: FastifyReply) {
  clearCookie(reply, SESSION)
  clearCookie(reply, ACCOUNT)
  clearCookie(reply, FLEET)
}
