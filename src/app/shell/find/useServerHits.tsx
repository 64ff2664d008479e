import type { FleetName } from '#contract/access/fleet.ts'
import type { ListedUser } from '#contract/access/users.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { canEditUser } from '#domain/access/user-rules.ts'
import { useSettingsContext } from '#src/features/access/users/useUserPermissions.ts'
import { findMatches, type Query, RANK } from '#src/features/home/find/match.ts'
import { indexNow } from '#src/features/home/find/text-index.ts'
import type { OrderName } from '#src/offline/model/api/cache-api.ts'
import { useMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { HITS_MAX, type Hit, type RankedHits } from './hit.ts'
import { hitIcons } from './hit-icons.tsx'

/** Returns functions that turn responses of the server into results. */
export function useServerHits() {
  const userHit = useUserHit()
  return {
    /** While the response to the current query is pending: the hits of the previous query that also match this one. */
    userHits(users: readonly ListedUser[], query: Query, isCurrent: boolean): RankedHits {
      const index = indexNow(
        users.map(({ name, email, cellPhone, other_id }) => [name, email, cellPhone, other_id]),
      )
      const matches = findMatches(index, query, HITS_MAX)
      const matching = matches.flatMap(({ nth }) => users[nth] ?? [])
      const others = isCurrent ? users.filter((user) => !matching.includes(user)) : []
      return { hits: [...matching, ...others].map(userHit), best: matches[0]?.rank ?? RANK.inside }
    },
    fleetHits(fleets: readonly FleetName[], query: Query): RankedHits {
      const matches = findMatches(indexNow(fleets.map(({ name }) => [name])), query, HITS_MAX)
      const found = matches.flatMap(({ nth }) => fleets[nth] ?? [])
      return { hits: found.map(fleetHit), best: matches[0]?.rank ?? RANK.typo }
    },
  }
}

/** Address of the user's form, or of the list for those who may not edit this user. */
function useUserHit() {
  const { user: actor } = useSession()
  const isCompany = useMode() === 'fmc'
  const settings = useSettingsContext()
  const context = isCompany ? 'fmc' : settings
  return (user: ListedUser): Hit => {
    const list = isCompany ? '/fmc_users?' : '/settings?tab=users&'
    const form = isCompany ? `/fmc_users/${user.fleet_id}/${user.id}` : `/settings/users/${user.id}`
    return {
      key: `user:${user.id}`,
      title: user.name,
      icon: hitIcons.user,
      detail: [user.email, user.other_id].filter(Boolean).join(' · '),
      target: canEditUser(actor, user, context) ? form : `${list}${new URLSearchParams({ q: user.name })}`,
    }
  }
}

const fleetHit = ({ id, name }: FleetName): Hit => ({
  key: `fleet:${id}`,
  title: name,
  detail: '',
  icon: hitIcons.fleet,
  target: `/fleets/${id}`,
})

/** The part of the server's order that local copies have. */
export const nameOfOrder = (order: OrderRow): OrderName => ({
  id: order.id,
  vehicle_id: order.vehicle_id,
  status: order.status,
  po_number: order.po_number,
  appointment_datetime: order.appointment_datetime,
  shop: order.shop ? order.shop.name : order.custom_shop_name,
  city: order.shop?.city || null,
})
