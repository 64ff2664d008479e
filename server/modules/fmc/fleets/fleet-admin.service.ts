import type { FieldChange } from '#contract/access/audit.ts'
import type {
  FirstOwner,
  FleetAddress,
  FleetChange,
  NewFleet,
  QuickLinkInput,
} from '#contract/fmc/fleet-fields.ts'
import { isStateOf } from '#domain/catalog/state-list.ts'
import { addCode, type FieldCodes } from '#domain/core/file-rules.ts'
import { QUICK_LINKS_MAX } from '#domain/core/limits.ts'
import { isZipFor } from '#domain/core/zip.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { Ports } from '#server/use-case.ts'
import type { AuditService } from '../../access/audit/audit.service.ts'
import { inviteFirstOwner } from '../../access/users/first-owner.service.ts'
import type { FleetAdminRepository, FleetFacts } from './fleet-admin.repository.ts'

interface Deps {
  fleets: FleetAdminRepository
  audit: AuditService
  clock: () => Date
  ports: Pick<Ports, 'brands' | 'mail' | 'originOf'>
}

/** Creates and edits the fleets of the actor's management company. */
export function fleetAdminService({ fleets, audit, clock, ports }: Deps) {
  /** A subscription requires a price of the fleet's brand. */
  function requireSubscriptionPrice(brand: string, { has_subscription: wanted }: FleetChange): void {
    if (wanted && !ports.brands.find(({ key }) => key === brand)?.subscription)
      throw new Problem('validation', { fields: { 'fleet.has_subscription': ['no_subscription'] } })
  }

  async function demandFleet(tx: Transaction, actor: Actor, id: number) {
    const fleet = await fleets.lock(tx, actor, id)
    if (!fleet) throw new Problem('not_found')
    return fleet
  }

  const note = (
    tx: Transaction,
    actor: Actor,
    fleetId: number,
    act: 'fleet.created' | 'fleet.updated',
    changes: FieldChange[],
  ) => audit.note(tx, { fleetId, userId: actor.userId, act, changes })

  return {
    /** Returns the id of the new fleet. Errors: not_allowed, validation, too_many. */
    async create(
      tx: Transaction,
      actor: Actor,
      input: { fleet: NewFleet; owner?: FirstOwner | undefined },
    ): Promise<number> {
      const company = await fleets.company(tx, actor.userId)
      if (!company) throw new Problem('not_allowed', { detail: 'The user belongs to no company.' })
      const country = input.fleet.country ?? company.country
      validateAddress(country, input.fleet.address_attributes)
      requireSubscriptionPrice(company.brand, input.fleet)
      const id = await fleets.insert(tx, company, input.fleet)
      await note(tx, actor, id, 'fleet.created', fleetDifferences(null, await fleets.facts(tx, id)))
      if (input.owner) await inviteFirstOwner({ tx, actor, clock, ports }, { id, country }, input.owner)
      return id
    },

    /** Errors: not_found, validation, stale. `ifMatch` null: any revision. */
    async update(
      tx: Transaction,
      actor: Actor,
      id: number,
      given: FleetChange,
      ifMatch: number | null,
    ): Promise<void> {
      const before = await demandFleet(tx, actor, id)
      if (ifMatch !== null && ifMatch !== before.rev) throw new Problem('stale', { etag: `"${before.rev}"` })
      validateAddress(before.country, given.address_attributes)
      requireSubscriptionPrice(before.brand, given)
      await fleets.update(tx, id, given)
      const changes = fleetDifferences(before, await fleets.facts(tx, id))
      if (changes.length > 0) await note(tx, actor, id, 'fleet.updated', changes)
    },

    /** Errors: not_found, validation (`name`: too_many). */
    async addLink(tx: Transaction, actor: Actor, fleetId: number, input: QuickLinkInput) {
      await demandFleet(tx, actor, fleetId)
      if ((await fleets.countLinks(tx, fleetId)) >= QUICK_LINKS_MAX)
        throw new Problem('validation', { fields: { name: ['too_many'] } })
      const link = await fleets.insertLink(tx, fleetId, input)
      await note(tx, actor, fleetId, 'fleet.updated', [
        { field: 'fleet_links', from: null, to: linkText(link) },
      ])
      return link
    },

    /** Errors: not_found. */
    async updateLink(tx: Transaction, actor: Actor, fleetId: number, id: number, input: QuickLinkInput) {
      await demandFleet(tx, actor, fleetId)
      const link = await fleets.updateLink(tx, fleetId, id, input)
      if (!link) throw new Problem('not_found')
      await note(tx, actor, fleetId, 'fleet.updated', [
        { field: 'fleet_links', from: null, to: linkText(link) },
      ])
      return link
    },

    /** Errors: not_found. */
    async removeLink(tx: Transaction, actor: Actor, fleetId: number, id: number) {
      await demandFleet(tx, actor, fleetId)
      const removed = await fleets.removeLink(tx, fleetId, id)
      if (!removed) throw new Problem('not_found')
      await note(tx, actor, fleetId, 'fleet.updated', [
        { field: 'fleet_links', from: removed.name, to: null },
      ])
    },
  }
}
export type FleetAdminService = ReturnType<typeof fleetAdminService>

const linkText = ({ name, link }: { name: string; link: string }) => `${name}: ${link}`

/** State and zip code must belong to the fleet's country. */
function validateAddress(country: 'US' | 'CA', address: FleetAddress | null | undefined): void {
  const codes: FieldCodes = {}
  if (address?.state && !isStateOf(country, address.state))
    addCode(codes, 'fleet.address_attributes.state', 'state_id')
  if (address?.zip && !isZipFor(country, address.zip))
    addCode(codes, 'fleet.address_attributes.zip', country === 'CA' ? 'postal_code' : 'zip')
  if (Object.keys(codes).length > 0) throw new Problem('validation', { fields: codes })
}

const FACTS = [
  ...([
    'name',
    'region',
    'rep',
    'other_id',
    'fleet_payment_type',
    'share_wex_number',
    'subscribed_from',
  ] as const),
  ...(['address_line1', 'city', 'state', 'zip'] as const),
]

/** Fields that differ; with `before` null, all fields of a new fleet. */
function fleetDifferences(before: FleetFacts | null, after: FleetFacts): FieldChange[] {
  return FACTS.flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, after[field]]
    const isSame = before ? before[field] === to : to === null || to === false
    return isSame ? [] : [{ field, from, to }]
  })
}
