import type { FastifyRequest } from 'fastify'
import { Problem } from '#server/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site makes a browser send (S-13): the browser's own word (Sec-Fetch-Site) where it gives
 * one, else the Origin; and always the header App-Name, which no form can send. Sibling sub-domains are other sites.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | null) {
  if (SAFE.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || isOwnOrigin(request, origin, publicUrl)
  if (!isOwn) throw new Problem('cross_site')
  if (!request.headers['app-name'])
    throw new Problem('cross_site', { detail: 'The header App-Name is missing.' })
}

/** Whether a page of this very host (or of the address that people open) sent the request. */
export function isOwnOrigin(request: FastifyRequest, origin: string, publicUrl: string | null): boolean {
  return (
    origin === `${request.protocol}://${request.host}` ||
    (publicUrl !== null && origin === new URL(publicUrl).origin)
  )
}
