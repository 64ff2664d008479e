import { dayIn } from '#domain/core/days.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Transaction } from '#server/db/database.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import {
  FLEET_INVITATIONS_PER_HOUR,
  INVITATION_LIFE_DAYS,
  NEW_FLEET_INVITATIONS_PER_DAY,
} from '#server/limits.ts'
import { dayText } from '#server/texts/day-text.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { UseCase } from '#server/use-case.ts'
import { createInvitation } from '../passwords/passwords.service.ts'
import { limitAttempts, limitFailures } from '../session/attempts.ts'
import { usersRepository } from './users.repository.ts'

const HOUR = 3600
const MINUTES = INVITATION_LIFE_DAYS * 24 * 60

/**
 * Emails a new user a link that sets the first password, from the actor or from `host`; previous links stop working.
 * Email, job and link are written in one transaction. Errors: too_many, so that a stolen session cannot send spam.
 */
export async function sendInvitation(
  { tx, actor, clock, ports }: UseCase<'mail' | 'brands' | 'originOf'>,
  userId: number,
  host?: string,
): Promise<void> {
  await limitInvitations(tx, actor.fleet.id)
  const guest = await usersRepository.invitee(tx, userId, actor.userId)
  const token = await createInvitation(tx, userId, MINUTES)
  const { brands, originOf } = ports
  const brand = brandOrDefault(brands, guest.brand)
  const texts = translateGroup(guest.language, 'server/users:invitation', {
    brand: brand.name,
    name: guest.first_name,
    sender: host ?? guest.host,
    fleet: guest.fleet,
  })
  const until = dayIn(actor.fleet.timeZone, new Date(clock().getTime() + MINUTES * 60_000))
  const subject = texts.heading
  const rendered = renderEmail(brand, {
    language: guest.language,
    heading: subject,
    paragraphs: [texts.intro, texts.howTo],
    facts: [
      { label: texts.fact.fleet, value: guest.fleet },
      { label: texts.fact.email, value: guest.email },
      { label: texts.fact.until, value: dayText(until, guest.country) },
    ],
    action: {
      label: texts.set,
      address: `${originOf(brand)}/reset_password?first=true&reset_password_token=${token}`,
    },
    footer: texts.footer,
  })
  await ports.mail.queue(tx, { recipient: guest.email, subject, ...rendered, secretMinutes: MINUTES })
}

/**
 * Rejects with 429 `too_many` if a fleet has used up its quota of invitations, without counting one. Must run before an
 * address is looked up: otherwise the error of a free address would differ from that of a taken one.
 */
export const requireInvitationQuota = (tx: Transaction, fleetId: number) =>
  applyQuotas(tx, fleetId, limitFailures)

/** Counts an invitation of a fleet; 429 `too_many` above its quota, which is lower for new fleets. */
const limitInvitations = (tx: Transaction, fleetId: number) => applyQuotas(tx, fleetId, limitAttempts)

async function applyQuotas(
  tx: Transaction,
  fleetId: number,
  apply: typeof limitFailures | typeof limitAttempts,
): Promise<void> {
  await apply(tx, `invitations:${fleetId}`, FLEET_INVITATIONS_PER_HOUR, HOUR)
  if (await usersRepository.isNewFleet(tx, fleetId))
    await apply(tx, `invitations:young:${fleetId}`, NEW_FLEET_INVITATIONS_PER_DAY, 24 * HOUR)
}
