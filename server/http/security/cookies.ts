import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns the value of a cookie. Null: not sent. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue
    try {
      return decodeURIComponent(part.slice(equals + 1).trim()) || null
    } catch {
      return null
    }
  }
  return null
}

export interface CookieOptions {
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
  const parts = [`${name}=${encodeURIComponent(value)}`, `Path=${options.path ?? '/'}`, 'SameSite=Lax']
  if (options.isSecret) parts.push('HttpOnly')
  if (reply.request.protocol === 'https') parts.push('Secure')
  if (options.seconds !== undefined) parts.push(`Max-Age=${options.seconds}`)
  reply.header('set-cookie', parts.join('; '))
}

/** Returns a cookie name that only this exact host can set. Browsers accept the prefix over https only. */
export const hostCookie = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Host-${name}` : name

/** Returns the name of a cookie with its own path, which only pages on https can set. */
export const secureCookie = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Secure-${name}` : name

export const clearCookie = (reply: FastifyReply, name: string) => setCookie(reply, name, '', { seconds: 0 })
