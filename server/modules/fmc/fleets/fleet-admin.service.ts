import type { FieldChange } from '#contract/access/audit.ts'
import type { Brand } from '#contract/core/brand.ts'
import {
  type FirstOwner,
  type FleetAddress,
  type FleetChange,
  type NewFleet,
  paysThroughPlatform,
  type QuickLinkInput,
} from '#contract/fmc/fleet-fields.ts'
import type { PaymentProvider } from '#contract/money/payment.ts'
import { isStateOf } from '#domain/catalog/state-list.ts'
import { addCode, type FieldCodes } from '#domain/core/file-rules.ts'
import { QUICK_LINKS_MAX } from '#domain/core/limits.ts'
import { isZipFor } from '#domain/core/zip.ts'
import { isKnownTimeZone } from '#server/db/time-zones.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { recordAudit } from '../../access/audit/audit.service.ts'
import { inviteFirstOwner } from '../../access/users/first-owner.service.ts'
import { type FleetFacts, fleetAdminRepository } from './fleet-admin.repository.ts'

/** Creates a fleet of the actor's management company. Returns its id. Errors: not_allowed, validation, too_many. */
export async function createFleet(
  { tx, actor, clock, ports }: UseCase<'brands' | 'mail' | 'originOf'>,
  input: { fleet: NewFleet; owner?: FirstOwner | undefined },
): Promise<number> {
  const company = await fleetAdminRepository.company(tx, actor.userId)
  if (!company) throw new Problem('not_allowed', { detail: 'The user belongs to no company.' })
  const country = input.fleet.country ?? company.country
  validateAddress(country, input.fleet.address_attributes)
  requireSubscriptionPrice(ports.brands, company.brand, input.fleet)
  requireSubscriptionProvider([], input.fleet)
  const { time_zone: timeZone } = input.fleet
  if (timeZone !== undefined && !(await isKnownTimeZone(tx, timeZone)))
    throw new Problem('validation', { fields: { 'fleet.time_zone': ['time_zone'] } })
  const id = await fleetAdminRepository.insert(tx, company, input.fleet)
  const facts = await fleetAdminRepository.facts(tx, id)
  await note({ tx, actor }, id, 'fleet.created', fleetDifferences(null, facts))
  if (input.owner) await inviteFirstOwner({ tx, actor, clock, ports }, { id, country }, input.owner)
  return id
}

/** Changes what the company maintains of a fleet. `ifMatch` null: any revision. Errors: not_found, validation, stale. */
export async function changeFleet(
  { tx, actor, ports }: Pick<UseCase<'brands'>, 'tx' | 'actor' | 'ports'>,
  id: number,
  given: FleetChange,
  ifMatch: number | null,
): Promise<void> {
  const before = await lockFleet({ tx, actor }, id)
  if (ifMatch !== null && ifMatch !== before.rev) throw new Problem('stale', { etag: `"${before.rev}"` })
  validateAddress(before.country, given.address_attributes)
  requireSubscriptionPrice(ports.brands, before.brand, given)
  if (before.subscribed_from === null) requireSubscriptionProvider(before.payment_providers, given)
  await fleetAdminRepository.update(tx, id, given)
  const changes = fleetDifferences(before, await fleetAdminRepository.facts(tx, id))
  if (changes.length > 0) await note({ tx, actor }, id, 'fleet.updated', changes)
}

/** Errors: not_found, validation (`name`: too_many). */
export async function addQuickLink({ tx, actor }: UseCase, fleetId: number, input: QuickLinkInput) {
  await lockFleet({ tx, actor }, fleetId)
  if ((await fleetAdminRepository.countLinks(tx, fleetId)) >= QUICK_LINKS_MAX)
    throw new Problem('validation', { fields: { name: ['too_many'] } })
  const link = await fleetAdminRepository.insertLink(tx, fleetId, input)
  await noteLink({ tx, actor }, fleetId, { from: null, to: linkText(link) })
  return link
}

/** Errors: not_found, stale. */
export async function updateQuickLink(
  { tx, actor }: UseCase,
  fleetId: number,
  id: number,
  { seen, ...input }: QuickLinkInput & { seen?: QuickLinkInput | undefined },
) {
  await lockFleet({ tx, actor }, fleetId)
  const before = await fleetAdminRepository.findLink(tx, fleetId, id)
  // A repeated request finds its own change.
  if (before && seen && !isSameLink(before, seen) && !isSameLink(before, input))
    throw new Problem('stale', { current: before })
  const link = before && (await fleetAdminRepository.updateLink(tx, fleetId, id, input))
  if (!before || !link) throw new Problem('not_found')
  await noteLink({ tx, actor }, fleetId, { from: linkText(before), to: linkText(link) })
  return link
}

/** Errors: not_found. */
export async function removeQuickLink({ tx, actor }: UseCase, fleetId: number, id: number): Promise<void> {
  await lockFleet({ tx, actor }, fleetId)
  const removed = await fleetAdminRepository.removeLink(tx, fleetId, id)
  if (!removed) throw new Problem('not_found')
  await noteLink({ tx, actor }, fleetId, { from: linkText(removed), to: null })
}

type Acting = Pick<UseCase, 'tx' | 'actor'>

async function lockFleet({ tx, actor }: Acting, id: number) {
  const fleet = await fleetAdminRepository.lock(tx, actor, id)
  if (!fleet) throw new Problem('not_found')
  return fleet
}

const note = (
  { tx, actor }: Acting,
  fleetId: number,
  act: 'fleet.created' | 'fleet.updated',
  changes: FieldChange[],
) => recordAudit(tx, { fleetId, userId: actor.userId, act, changes })

const noteLink = (acting: Acting, fleetId: number, change: Omit<FieldChange, 'field'>) =>
  note(acting, fleetId, 'fleet.updated', [{ field: 'fleet_links', ...change }])

/** A subscription requires a price of the fleet's brand. */
function requireSubscriptionPrice(
  brands: readonly Brand[],
  brand: string,
  { has_subscription: wanted }: FleetChange,
): void {
  if (wanted && !brands.find(({ key }) => key === brand)?.subscription)
    throw new Problem('validation', { fields: { 'fleet.has_subscription': ['no_subscription'] } })
}

/** TRX-026 */
function requireSubscriptionProvider(
  providers: readonly PaymentProvider[],
  { has_subscription: wanted, fleet_payment_type: type }: FleetChange,
): void {
  const hasProvider = providers.length > 0 || (type !== undefined && paysThroughPlatform(type))
  if (wanted && !hasProvider)
    throw new Problem('validation', { fields: { 'fleet.has_subscription': ['subscription_provider'] } })
}

const isSameLink = (a: QuickLinkInput, b: QuickLinkInput) =>
  a.name === b.name && a.description === b.description && a.link === b.link
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
