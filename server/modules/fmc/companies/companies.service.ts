import { Email } from '#contract/access/session.ts'
import { TimeZone } from '#contract/core/fields.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import { Name } from '#contract/core/names.ts'
import * as z from '#contract/core/zod.ts'
import { FLEET_TEXT_MAX, PERSON_NAME_MAX } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import { isKnownTimeZone } from '#server/db/time-zones.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { recordAudit } from '../../access/audit/audit.service.ts'
import { sendInvitation } from '../../access/users/invitations.ts'
import { companiesRepository as companies } from './companies.repository.ts'

/** Command-line input for a new management company. */
export const CompanyInput = z.object({
  name: Name(FLEET_TEXT_MAX),
  brand: z.string(),
  email: Email,
  'first-name': z._default(Name(PERSON_NAME_MAX), 'Company'),
  'last-name': z._default(Name(PERSON_NAME_MAX), 'Administrator'),
  language: z._default(z.enum(['en', 'fr']), 'en'),
  country: z._default(z.enum(['US', 'CA']), 'US'),
  'time-zone': z._default(TimeZone, 'America/New_York'),
})
export type CompanyInput = z.infer<typeof CompanyInput>

/** The company cannot be created; the message has the reason and the solution. */
class CompanyRefused extends Error {}

/**
 * Creates a management company with its own fleet and its first FMC user, who is invited by email. Used by the command
 * line only, not by the API. Errors: CompanyRefused.
 */
export async function createCompany(
  { db, clock, ports }: DatabaseUseCase<'brands' | 'mail' | 'originOf'>,
  input: CompanyInput,
): Promise<{ affiliationId: number; fleetId: number; userId: number }> {
  const brands = ports.brands.map(({ key }) => key)
  if (!brands.includes(input.brand))
    throw new CompanyRefused(`There is no brand '${input.brand}'. Choose one of: ${brands.join(', ')}.`)
  if (!(await isKnownTimeZone(db, input['time-zone'])))
    throw new CompanyRefused(
      `The database does not know the time zone '${input['time-zone']}'. Choose another.`,
    )
  return db.system(async (tx) => {
    await companies.hold(tx)
    if (await companies.hasCompany(tx, input.name))
      throw new CompanyRefused(`There is a company named '${input.name}' already. Choose another name.`)
    if (await companies.hasUser(tx, input.email))
      throw new CompanyRefused(`${input.email} belongs to another user. Choose another address.`)
    const { name, brand, country, email, language } = input
    const timeZone = input['time-zone']
    const made = await companies.insert(tx, {
      name,
      brand,
      country,
      timeZone,
      user: { email, language, firstName: input['first-name'], lastName: input['last-name'] },
    })
    const { affiliationId, fleetId, userId } = made
    const fleet = { id: fleetId, country, unit: distanceUnitOf(country), timeZone, affiliationId }
    const actor: Actor = { userId, roles: ['FMC'], language, fleet }
    await sendInvitation({ tx, actor, clock, ports }, userId, name)
    await recordAudit(tx, { fleetId, userId, act: 'fleet.created' })
    return made
  })
}
