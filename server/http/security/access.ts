import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BrandFeature, offers } from '#contract/core/brand-features.ts'
import { ABILITIES } from '#domain/access/permissions.ts'
import { type Actor, requireAbility } from '#server/actor.ts'
import { Problem } from '#server/problem.ts'

const KINDS = ['read', 'write']

/** Keeps the server from starting with a route that does not say who may use it (S-1). Add it before any route. */
export function requirePolicies(app: FastifyInstance) {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isKnown =
      config?.access === 'anyone' ||
      config?.access === 'shop' ||
      (config?.access !== undefined && Object.hasOwn(ABILITIES, config.access))
    if (!isKnown || !KINDS.includes(config?.kind ?? '')) {
      throw new Error(
        `Route ${String(method)} ${url} does not say who may use it, or what kind of call it is.`,
      )
    }
  })
}

/** Refuses who is not signed in (401) or lacks the route's ability (403), and what the brand does not offer (403), before its body is read. */
export function checkAccess(request: FastifyRequest) {
  const { access, feature } = request.routeOptions.config
  if (access === 'anyone') {
    if (feature) requireFeature(request, feature)
    return
  }
  if (access === 'shop') {
    if (!request.shop) throw new Problem('not_signed_in')
    return
  }
  if (!request.caller) throw new Problem('not_signed_in')
  refuseOthersEntries(request, request.caller.actor)
  // A route that lost its policy on the way is closed, not open.
  if (access === undefined) throw new Problem('not_allowed')
  requireAbility(request.caller.actor, access)
  if (feature) requireFeature(request, feature)
}

/** Refuses with 403 what the brand does not have, whatever its screens show. */
export function requireFeature(request: Pick<FastifyRequest, 'offeringBrand'>, feature: BrandFeature) {
  if (!offers(request.offeringBrand, feature)) throw new Problem('not_offered')
}

/**
 * A device says with each waiting entry whose it is. Under another session, after a quick change of users in another tab,
 * it is refused as if nobody were signed in: nobody's entry is ever stored as somebody else's (ruling 25).
 */
function refuseOthersEntries(request: FastifyRequest, { fleet, userId }: Actor) {
  const scope = request.headers['x-wheelbook-scope']
  if (scope !== undefined && scope !== `${fleet.id}:${userId}`) throw new Problem('not_signed_in')
}
