import { Email } from '#contract/access/session.ts'
import { TimeZone } from '#contract/core/fields.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import { Name } from '#contract/core/names.ts'
import * as z from '#contract/core/zod.ts'
import { isFmc, ROLES } from '#domain/access/permissions.ts'
import { FLEET_TEXT_MAX, PERSON_NAME_MAX } from '#domain/core/limits.ts'
import type { Services } from '#server/composition/services.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { isKnownTimeZone } from '#server/db/time-zones.ts'
import { recordAudit } from '#server/modules/access/audit/audit.service.ts'
import { sendInvitation } from '#server/modules/access/users/invitations.ts'
import { adminRepository } from './admin.repository.ts'
import { CommandRejected } from './usage-error.ts'

/** Options of `create-fleet`. */
export const FleetInput = z.object({
  name: Name(FLEET_TEXT_MAX),
  brand: z.string(),
  company: z.optional(z.string()),
  country: z._default(z.enum(['US', 'CA']), 'US'),
  'time-zone': z._default(TimeZone, 'America/New_York'),
})
export type FleetInput = z.infer<typeof FleetInput>

/** Options of `create-user`. */
export const UserInput = z.object({
  fleet: z.string().check(z.regex(/^\d{1,15}$/)),
  role: z.enum(ROLES),
  email: Email,
  'first-name': Name(PERSON_NAME_MAX),
  'last-name': Name(PERSON_NAME_MAX),
  language: z._default(z.enum(['en', 'fr']), 'en'),
})
export type UserInput = z.infer<typeof UserInput>

/** Creates an empty fleet, alone or of a management company. Throws CommandRejected. */
export async function createFleet({ db, brands }: Services, input: FleetInput): Promise<number> {
  const { name, brand, company, country } = input
  if (!brands.some(({ key }) => key === brand))
    throw new CommandRejected(`There is no brand '${brand}'. Run 'brands' to see them.`)
  if (!(await isKnownTimeZone(db, input['time-zone'])))
    throw new CommandRejected(
      `The database does not know the time zone '${input['time-zone']}'. Choose another.`,
    )
  return db.system(async (tx) => {
    const affiliationId = company === undefined ? null : await adminRepository.companyId(tx, company)
    if (company !== undefined && affiliationId === null)
      throw new CommandRejected(`There is no company named '${company}'.`)
    return adminRepository.insertFleet(tx, {
      name,
      brand,
      country,
      timeZone: input['time-zone'],
      affiliationId,
    })
  })
}

/** Creates a user of a fleet, who is invited by email. Throws CommandRejected. */
export function createUser({ db, now: clock, ports }: Services, input: UserInput): Promise<number> {
  return db.system(async (tx) => {
    const fleet = await adminRepository.fleet(tx, Number(input.fleet))
    if (!fleet) throw new CommandRejected(`There is no fleet ${input.fleet}. Run 'fleets' to see them.`)
    const { id: fleetId, name, country, time_zone: timeZone, affiliation_id: affiliationId } = fleet
    const roles = [input.role]
    if (isFmc({ roles }) && affiliationId === null)
      throw new CommandRejected(`The role '${input.role}' needs a fleet of a management company.`)
    const { email, language } = input
    const names = { firstName: input['first-name'], lastName: input['last-name'] }
    const userId = await tx
      .attempt(() => adminRepository.insertUser(tx, { fleet, roles, email, language, ...names }))
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'users_email'))
          throw new CommandRejected(`${email} belongs to another user. Choose another address.`)
        throw error
      })
    const unit = distanceUnitOf(country)
    const actor = { userId, roles, language, fleet: { id: fleetId, country, unit, timeZone, affiliationId } }
    await sendInvitation({ tx, actor, clock, ports }, userId, name)
    await recordAudit(tx, { fleetId, userId, act: 'user.created', subjectId: userId })
    return userId
  })
}
