import {
  type FleetAddress,
  type FleetChange,
  type NewFleet,
  PROVIDER_BY_PAYMENT_TYPE,
  paysThroughPlatform,
} from '#contract/fmc/fleet-fields.ts'
import type { PaymentProvider } from '#contract/money/payment.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { listedFleet } from './fleets.reads.ts'

/** Fields of a fleet in the audit log. */
export interface FleetFacts {
  name: string
  region: string | null
  rep: string | null
  other_id: string | null
  fleet_payment_type: string | null
  share_wex_number: boolean
  subscribed_from: string | null
  address_line1: string | null
  city: string | null
  state: string | null
  zip: string | null
}
interface LockedFleet extends FleetFacts {
  id: number
  country: 'US' | 'CA'
  brand: string
  rev: number
  payment_providers: PaymentProvider[]
}

/** The company of an FMC user, with the user's fleet. */
export interface Company {
  affiliation_id: number
  country: 'US' | 'CA'
  time_zone: string
  brand: string
}

const FACTS = sql`f.name, f.region, f.rep, f.other_id, f.fleet_payment_type, f.share_wex_number,
  to_char(f.subscribed_from, 'YYYY-MM-DD') as subscribed_from, f.address_line1, f.city, f.state, f.zip`

export const fleetAdminRepository = {
  /** Null: the user belongs to no company. */
  async company(tx: Transaction, userId: number): Promise<Company | null> {
    const [row] = await tx.query<Company>(sql`
      select u.affiliation_id, f.country, f.time_zone, f.brand from users u join fleets f on f.id = u.fleet_id
      where u.id = ${userId} and u.affiliation_id is not null`)
    return row ?? null
  },

  /** Locks a fleet of the actor's company against other editors; `for update` also blocks bookings. */
  async lock(
    tx: Transaction,
    actor: Actor,
    id: number,
    strength: 'edit' | 'delete' = 'edit',
  ): Promise<LockedFleet | undefined> {
    const [row] = await tx.query<LockedFleet>(sql`
      select f.id, f.country, f.brand, f.rev, f.payment_providers, ${FACTS} from fleets f where f.id = ${id} and ${listedFleet(actor)}
      ${strength === 'delete' ? sql`for update of f` : sql`for no key update of f`}`)
    return row
  },

  async insert(tx: Transaction, company: Company, fleet: NewFleet): Promise<number> {
    const type = fleet.fleet_payment_type ?? null
    const provider = type !== null && paysThroughPlatform(type) ? PROVIDER_BY_PAYMENT_TYPE[type] : null
    const address = fleet.address_attributes
    const [row] = await tx.query<{ id: number }>(sql`
      insert into fleets (affiliation_id, name, country, brand, time_zone, region, rep, other_id, fleet_payment_type,
        pays_through_platform, payment_providers, share_wex_number, address_line1, city, state, zip)
      values (${company.affiliation_id}, ${fleet.name}, ${fleet.country ?? company.country}, ${company.brand},
        ${fleet.time_zone ?? company.time_zone}, ${fleet.region ?? null}, ${fleet.rep ?? null}, ${fleet.other_id ?? null},
        ${type}, ${provider !== null}, ${provider === null ? [] : [provider]}::text[], ${fleet.share_wex_number ?? false},
        ${address?.address_line1 ?? null}, ${address?.city ?? null}, ${address?.state ?? null}, ${address?.zip ?? null})
      returning id`)
    if (!row) throw new Error('A fleet was not inserted.')
    if (fleet.has_subscription) await this.update(tx, row.id, { has_subscription: true })
    return row.id
  },

  /** Writes the given fields and increments the revision; others stay unchanged. */
  async update(tx: Transaction, id: number, given: FleetChange): Promise<void> {
    let set = sql`rev = rev + 1`
    if (given.name !== undefined) set = sql`${set}, name = ${given.name}`
    if (given.region !== undefined) set = sql`${set}, region = ${given.region}`
    if (given.rep !== undefined) set = sql`${set}, rep = ${given.rep}`
    if (given.other_id !== undefined) set = sql`${set}, other_id = ${given.other_id}`
    if (given.share_wex_number !== undefined) set = sql`${set}, share_wex_number = ${given.share_wex_number}`
    if (given.fleet_payment_type !== undefined) set = sql`${set}, ${paymentOf(given.fleet_payment_type)}`
    if (given.has_subscription !== undefined) set = sql`${set}, ${subscriptionOf(given.has_subscription)}`
    if (given.address_attributes !== undefined) set = sql`${set}, ${addressOf(given.address_attributes)}`
    await tx.query(sql`update fleets set ${set} where id = ${id}`)
  },

  async facts(tx: Transaction, id: number): Promise<FleetFacts> {
    const [row] = await tx.query<FleetFacts>(sql`select ${FACTS} from fleets f where f.id = ${id}`)
    if (!row) throw new Error('There is no such fleet.')
    return row
  },

  async countLinks(tx: Transaction, fleetId: number): Promise<number> {
    const [row] = await tx.query<{ n: number }>(
      sql`select count(*) as n from fleet_links where fleet_id = ${fleetId}`,
    )
    return row?.n ?? 0
  },

  async insertLink(
    tx: Transaction,
    fleetId: number,
    link: { name: string; description: string; link: string },
  ) {
    const [row] = await tx.query<{ id: number; name: string; description: string; link: string }>(sql`
      insert into fleet_links (fleet_id, name, description, link)
      values (${fleetId}, ${link.name}, ${link.description}, ${link.link}) returning id, name, description, link`)
    if (!row) throw new Error('A link was not inserted.')
    return row
  },

  async findLink(
    tx: Transaction,
    fleetId: number,
    id: number,
  ): Promise<{ id: number; name: string; description: string; link: string } | undefined> {
    const [row] = await tx.query<{ id: number; name: string; description: string; link: string }>(
      sql`select id, name, description, link from fleet_links where fleet_id = ${fleetId} and id = ${id}`,
    )
    return row
  },

  async updateLink(
    tx: Transaction,
    fleetId: number,
    id: number,
    link: { name: string; description: string; link: string },
  ) {
    const [row] = await tx.query<{ id: number; name: string; description: string; link: string }>(sql`
      update fleet_links set name = ${link.name}, description = ${link.description}, link = ${link.link}
      where fleet_id = ${fleetId} and id = ${id} returning id, name, description, link`)
    return row
  },

  async removeLink(
    tx: Transaction,
    fleetId: number,
    id: number,
  ): Promise<{ name: string; link: string } | undefined> {
    const [row] = await tx.query<{ name: string; link: string }>(
      sql`delete from fleet_links where fleet_id = ${fleetId} and id = ${id} returning name, link`,
    )
    return row
  },
}

/** Adds the provider of the type. Existing providers stay, because payments were made with them. */
function paymentOf(type: NonNullable<FleetChange['fleet_payment_type']>): Query {
  const provider = paysThroughPlatform(type) ? PROVIDER_BY_PAYMENT_TYPE[type] : null
  return sql`fleet_payment_type = ${type}, pays_through_platform = ${provider !== null},
    payment_providers = case when ${provider}::text is null or ${provider}::text = any(payment_providers)
      then payment_providers else payment_providers || ${provider}::text end`
}

/** From the first day of the next month in the fleet's time zone; an active subscription continues. */
const subscriptionOf = (isOn: boolean): Query =>
  isOn
    ? sql`subscribed_from = coalesce(subscribed_from,
        (date_trunc('month', now() at time zone time_zone) + interval '1 month')::date)`
    : sql`subscribed_from = null`

const addressOf = (address: FleetAddress | null): Query =>
  sql`address_line1 = ${address?.address_line1 ?? null}, city = ${address?.city ?? null}, state = ${address?.state ?? null},
    zip = ${address?.zip ?? null}`
