import type { FastifyRequest } from 'fastify'
import { Problem } from '#server/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site writes (S-13). Uses Sec-Fetch-Site if the browser sends it, else the Origin, and always requires
 * the header App-Name, which no form can send. Sibling subdomains count as other sites.
 */
export function rejectCrossSite(request: FastifyRequest, publicUrl: string | null) {
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

/** Whether a page of this host (or of PUBLIC_URL) sent the request. */
export function isOwnOrigin(request: FastifyRequest, origin: string, publicUrl: string | null): boolean {
  return (
    origin === `${request.protocol}://${request.host}` ||
    (publicUrl !== null && origin === new URL(publicUrl).origin)
  )
}
