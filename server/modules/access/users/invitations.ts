import type { Brand } from '#contract/core/brand.ts'
import {
  FLEET_INVITATIONS_PER_HOUR,
  INVITATION_LIFE_DAYS,
  NEW_FLEET_DAYS,
  NEW_FLEET_INVITATIONS_PER_DAY,
} from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { MailQueue } from '#server/integrations/mail/mail-queue.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import type { PasswordsService } from '../passwords/passwords.service.ts'
import { limitAttempts } from '../session/attempts.ts'
import { INVITATION_TEXTS } from './invitation-texts.ts'

export interface InvitationsDeps {
  passwords: PasswordsService
  mail: MailQueue
  brands: readonly Brand[]
  /** Address of the app for a brand. */
  originOf: (brand: Brand) => string
  now: () => Date
}

interface Invitee {
  email: string
  first_name: string
  language: 'en' | 'fr'
  fleet: string
  brand: string
  /** Name of the inviting user. */
  host: string
}

const HOUR = 3600
const MINUTES = INVITATION_LIFE_DAYS * 24 * 60

/** Counts an invitation of a fleet; 429 `too_many` above its quota, which is lower for new fleets. */
async function limitInvitations(tx: Transaction, fleetId: number): Promise<void> {
  await limitAttempts(tx, `invitations:${fleetId}`, FLEET_INVITATIONS_PER_HOUR, HOUR)
  const [young] = await tx.query(sql`
    select 1 from fleets where id = ${fleetId} and created_at > now() - make_interval(days => ${NEW_FLEET_DAYS})`)
  if (young) await limitAttempts(tx, `invitations:young:${fleetId}`, NEW_FLEET_INVITATIONS_PER_DAY, 24 * HOUR)
}

/** Emails new users a link that sets the first password. Email, job and link are written in one transaction. */
export function invitations({ passwords, mail, brands, originOf, now }: InvitationsDeps) {
  function brandOf(key: string): Brand {
    const brand = brands.find((one) => one.key === key) ?? brands.find(({ isDefault }) => isDefault)
    if (!brand) throw new Error('There is no brand.')
    return brand
  }

  return {
    /**
     * Emails a new link from the actor, or from `host`; previous ones stop working. Errors: too_many, so that a stolen
     * session cannot send spam.
     */
    async send(tx: Transaction, actor: Actor, userId: number, host?: string): Promise<void> {
      await limitInvitations(tx, actor.fleet.id)
      const [guest] = await tx.query<Invitee>(sql`
        select u.email, u.first_name, u.language, f.name as fleet, f.brand,
          coalesce(${host ?? null}, (select host.name from users host where host.id = ${actor.userId})) as host
        from users u join fleets f on f.id = u.fleet_id where u.id = ${userId}`)
      if (!guest) throw new Error('Nobody is there to be invited.')
      const token = await passwords.invite(tx, userId, MINUTES)
      const brand = brandOf(guest.brand)
      const words = INVITATION_TEXTS[guest.language]
      const until = new Date(now().getTime() + MINUTES * 60_000)
      const subject = words.heading(brand.name)
      const letter = renderEmail(brand, {
        language: guest.language,
        heading: subject,
        paragraphs: [words.intro(guest.first_name, guest.host, guest.fleet, brand.name), words.howTo],
        facts: [
          { label: words.fact.fleet, value: guest.fleet },
          { label: words.fact.email, value: guest.email },
          { label: words.fact.until, value: dayText(until, guest.language, actor.fleet.timeZone) },
        ],
        action: {
          label: words.set,
          address: `${originOf(brand)}/reset_password?first=true&reset_password_token=${token}`,
        },
        footer: words.footer(guest.fleet),
      })
      await mail.queue(tx, { recipient: guest.email, subject, ...letter, secretMinutes: MINUTES })
    },
  }
}
export type Invitations = ReturnType<typeof invitations>

const dayText = (day: Date, language: 'en' | 'fr', timeZone: string) =>
  day.toLocaleDateString(language === 'fr' ? 'fr-CA' : 'en-US', { dateStyle: 'long', timeZone })
