import { requireAbility } from '#server/actor.ts'
import { os } from '#server/http/calls/implementer.ts'
import { ifMatchOf } from '#server/http/idempotency/preconditions.ts'
import { requireFeature } from '#server/http/security/access.ts'
import { Problem } from '#server/problem.ts'
import { readCurrentFleet } from '../account/account.service.ts'
import { sessionTokenOf, setFleetCookie } from '../session/session.cookies.ts'
import {
  getFleet,
  impersonate,
  listAccountFleets,
  listQuickLinks,
  listRoles,
  readFleet,
  updateFleet,
} from './fleet.service.ts'

export const fleetRoutes = (useCase: Parameters<typeof updateFleet>[0]) => ({
  me: os.fleet.me.handler(({ context }) => {
    const actor = context.actor()
    return readFleet(useCase, actor, actor.fleet.id)
  }),
  show: os.fleet.show.handler(({ input, context }) => getFleet(useCase, context.actor(), input.id)),
  update: os.fleet.update.handler(async ({ input, context }) => {
    if (input.fleet) requireAbility(context.actor(), 'fleets.edit')
    // An existing name can always be removed. For another fleet the service throws not_found.
    if (input.databaseName && input.id === context.actor().fleet.id)
      requireFeature(context.request, 'telematicsDatabase')
    const fleet = await updateFleet(useCase, context.actor(), input, ifMatchOf(context.request))
    context.announce(input.id)
    return fleet
  }),
  quickLinks: os.fleet.quickLinks.handler(async ({ input, context }) => ({
    quick_links: await listQuickLinks(useCase, context.actor(), input.fleetId),
  })),
  accountFleets: os.fleet.accountFleets.handler(async ({ input, context }) => ({
    fleets: await listAccountFleets(useCase.db, context.actor(), input.accountId),
  })),
  affiliation: os.fleet.affiliation.handler(async ({ context }) => ({
    affiliation: (await readCurrentFleet(useCase, context.actor().fleet.id)).affiliation,
  })),
  roles: os.fleet.roles.handler(({ input }) => ({ roles: listRoles(input.fmc) })),
  impersonate: os.fleet.impersonate.handler(async ({ input, context }) => {
    const token = sessionTokenOf(context.request)
    if (token === null) throw new Problem('not_signed_in')
    const user = await impersonate(useCase, context.actor(), token, input.fleet_id)
    setFleetCookie(context.reply, user, context.request.caller?.isRemembered ?? false)
    return user
  }),
})
