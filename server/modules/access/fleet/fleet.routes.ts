import { requireAbility } from '#server/actor.ts'
import { os } from '#server/http/calls/implementer.ts'
import { ifMatchOf } from '#server/http/idempotency/preconditions.ts'
import { requireFeature } from '#server/http/security/access.ts'
import { Problem } from '#server/problem.ts'
import { sessionTokenOf, setFleetCookie } from '../session/session.cookies.ts'
import type { FleetService } from './fleet.service.ts'

export const fleetRoutes = (service: FleetService) => ({
  me: os.fleet.me.handler(({ context }) => service.me(context.actor())),
  show: os.fleet.show.handler(({ input, context }) => service.show(context.actor(), input.id)),
  update: os.fleet.update.handler(({ input, context }) => {
    if (input.fleet) requireAbility(context.actor(), 'fleets.edit')
    // An existing name can always be removed. For another fleet the service throws not_found.
    if (input.databaseName && input.id === context.actor().fleet.id)
      requireFeature(context.request, 'telematicsDatabase')
    return service.update(context.actor(), input, ifMatchOf(context.request))
  }),
  quickLinks: os.fleet.quickLinks.handler(async ({ input, context }) => ({
    quick_links: await service.quickLinks(context.actor(), input.fleetId),
  })),
  accountFleets: os.fleet.accountFleets.handler(async ({ input, context }) => ({
    fleets: await service.accountFleets(context.actor(), input.accountId),
  })),
  affiliation: os.fleet.affiliation.handler(async ({ context }) => ({
    affiliation: await service.affiliation(context.actor()),
  })),
  roles: os.fleet.roles.handler(({ input }) => ({ roles: service.roles(input.fmc) })),
  impersonate: os.fleet.impersonate.handler(async ({ input, context }) => {
    const token = sessionTokenOf(context.request)
    if (token === null) throw new Problem('not_signed_in')
    const user = await service.impersonate(context.actor(), token, input.fleet_id)
    setFleetCookie(context.reply, user, context.request.caller?.isRemembered ?? false)
    return user
  }),
})
