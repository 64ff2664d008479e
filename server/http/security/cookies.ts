import type { FastifyReply, FastifyRequest } from 'fastify'

/** Value of a cookie; null when it is not there. */
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
  /** No script may read it. */
  isSecret?: boolean
  /** Sent along below this path only; without it, with every call. */
  path?: string
  /** Life; without it, until the browser closes. */
  seconds?: number
}

/**
 * Sets a cookie for this host alone (no Domain: each brand's host is its own, S-14), never sent along from other
 * sites, and only over https where the page itself is.
 */
export function setCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions = {}) {
  const parts = [`${name}=${encodeURIComponent(value)}`, `Path=${options.path ?? '/'}`, 'SameSite=Lax']
  if (options.isSecret) parts.push('HttpOnly')
  if (reply.request.protocol === 'https') parts.push('Secure')
  if (options.seconds !== undefined) parts.push(`Max-Age=${options.seconds}`)
  reply.header('set-cookie', parts.join('; '))
}

/** Returns the name of a cookie that only this very host can set: browsers take the prefix over https alone. */
export const hostCookie = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Host-${name}` : name

/** Returns the name of a cookie with a path of its own, which only pages on https can set. */
export const secureCookie = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Secure-${name}` : name

export const clearCookie = (reply: FastifyReply, name: string) => setCookie(reply, name, '', { seconds: 0 })
