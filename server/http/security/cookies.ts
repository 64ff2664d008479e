import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns the value of a cookie, or null when the request has none or its value is malformed. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  return parseCookie(request.headers.cookie ?? '', { decode: decodeOrUndefined })[name] || null
}

function decodeOrUndefined(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

interface CookieOptions {
  /** HttpOnly: scripts cannot read it. */
  isSecret?: boolean
  /** Path below which the cookie is sent. Default: all paths. */
  path?: string
  /** Lifetime. Default: until the browser closes. */
  seconds?: number
}

/**
 * Sets a cookie for this host only (no Domain, because each brand has its own host, S-14). It is never sent by other
 * sites, and only over https if the page uses https.
 */
export function setCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions = {}) {
  const cookie = stringifySetCookie({
    name,
    value,
    path: options.path ?? '/',
    sameSite: 'lax',
    httpOnly: options.isSecret ?? false,
    secure: reply.request.protocol === 'https',
    ...(options.seconds !== undefined && { maxAge: options.seconds }),
  })
  reply.header('set-cookie', cookie)
}

/** Returns a cookie name that only this exact host can set. Browsers accept the prefix over https only. */
export const hostCookie = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Host-${name}` : name

/** Returns the name of a cookie with its own path, which only pages on https can set. */
export const secureCookie = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Secure-${name}` : name

export const clearCookie = (reply: FastifyReply, name: string) => setCookie(reply, name, '', { seconds: 0 })
