import { randomUUID } from 'node:crypto'
import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { PartnerConfig } from '#server/config/config.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import { SHELL_CUSTOMERS_PER_HOUR } from '#server/limits.ts'
import {
  assignTelematicsName,
  rejectTakenName,
} from '#server/modules/access/fleet/telematics-names.service.ts'
import { limitAccountChecks } from '#server/modules/access/passwords/limits.ts'
import { hashPassword } from '#server/modules/access/passwords.ts'
import { limitAttempts } from '#server/modules/access/session/attempts.ts'
import { type Client, openSession, type SignedIn } from '#server/modules/access/session/session.service.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'
import { limitSignUps } from './limits.ts'
import * as shells from './shell-customers.repository.ts'
import { insertFleet } from './sign-up.repository.ts'

interface ShellInput {
  id: number
  token: string
  fleetName?: string | undefined
  email: string
  firstName: string
  lastName: string
  cellPhone: string
  databaseName?: string | undefined
  language?: Language | undefined
}

// Sign-ups that a partner's server starts and the partner's customer completes (ACC-018 to ACC-023, ACC-120 to ACC-129).

/** Starts a sign-up; `token` is returned only here. Errors: too_many. */
export async function createShell(
  db: Queryable,
  partner: PartnerConfig,
  input: { fleet_name: string; fleet_name_editable: boolean },
  brand: Brand,
): Promise<{ id: number; token: string; expires_at: string }> {
  await limitAttempts(db, `shell:${partner.name}`, SHELL_CUSTOMERS_PER_HOUR, 3600)
  const token = newToken()
  const made = await shells.insertShell(db, {
    partner: partner.name,
    brand: brand.key,
    country: brand.country,
    affiliationId: partner.affiliationIds[0] ?? null,
    tokenHash: hashToken(token),
    fleetName: input.fleet_name,
    isFleetNameEditable: input.fleet_name_editable,
  })
  return { ...made, token }
}

/**
 * Creates the fleet and its Owner, and signs them in. The link stays valid after an error. `origin`: the address of this
 * server for links in emails. Errors: validation, email_taken, shell_link_invalid, key_reused, too_many.
 */
export async function completeShell(
  { db, ports }: DatabaseUseCase<'brands' | 'mail'>,
  input: ShellInput,
  client: Client,
  { key = randomUUID(), origin }: { key?: string | undefined; origin: string },
): Promise<SignedIn> {
  await limitSignUps(db, client.ip)
  // A random password that no one knows; the customer can set one with 'Forgot your password?'.
  const passwordHash = await hashPassword(newToken())
  const complete = async (tx: Transaction) => {
    const shell = await shells.lockShell(tx, input.id, hashToken(input.token))
    if (!shell) throw new Problem('shell_link_invalid')
    const open = (made: { userId: number; fleetId: number }) => {
      const newSession = { ...made, isRemembered: true, deviceToken: null, method: 'sign_up' as const }
      return openSession({ tx, ports }, newSession, client)
    }
    if (shell.user_id !== null) {
      // The response was lost: only the same request gets it again.
      const user = shell.used_by_key === key ? await shells.createdUser(tx, shell.user_id) : undefined
      if (!user) throw new Problem('shell_link_invalid')
      if (user.email.toLowerCase() !== input.email) throw new Problem('key_reused')
      return open({ userId: shell.user_id, fleetId: user.fleet_id })
    }
    const made = await insertFleetOf(tx, shell, input, client, passwordHash)
    await shells.markUsed(tx, input.id, { key, userId: made.userId })
    await queueWelcomeEmail(
      { tx, ports },
      { ...made, email: input.email, firstName: input.firstName },
      {
        brand: ports.brands.find((candidate) => candidate.key === shell.brand) ?? client.brand,
        origin,
      },
    )
    return open(made)
  }
  return countTakenEmail(db, client.ip, () => db.system(complete))
}

/** Counts a write that may reveal a taken address (ruling 6), outside its transaction, which such an address rolls back. */
async function countTakenEmail<T>(db: Queryable, ip: string, write: () => Promise<T>): Promise<T> {
  const removeCheck = await limitAccountChecks(db, ip)
  let isTaken = false
  try {
    return await write()
  } catch (error) {
    isTaken = error instanceof Problem && error.code === 'email_taken'
    throw error
  } finally {
    if (!isTaken) await removeCheck()
  }
}

async function insertFleetOf(
  tx: Transaction,
  shell: shells.ShellRow,
  input: ShellInput,
  client: Client,
  passwordHash: string,
) {
  const companyName = fleetNameOf(shell, input)
  const language = input.language ?? client.brand.languages[0] ?? 'en'
  const { firstName, lastName, email, cellPhone: phone } = input
  // Before the address: a rejected name must not reveal whether the address is taken.
  if (input.databaseName) await rejectTakenName(tx, shell.affiliation_id, input.databaseName)
  const made = await insertFleet(tx, {
    companyName,
    country: shell.country,
    brand: shell.brand,
    affiliationId: shell.affiliation_id,
    zip: null,
    carCount: null,
    cardCustomerId: null,
    owner: { firstName, lastName, email, phone, language, passwordHash },
  })
  if (!made) throw new Problem('email_taken')
  if (input.databaseName) await assignTelematicsName(tx, made.fleetId, input.databaseName)
  return { ...made, companyName, language }
}

async function queueWelcomeEmail(
  { tx, ports }: Pick<UseCase<'mail'>, 'tx' | 'ports'>,
  to: { email: string; firstName: string; companyName: string; language: Language },
  { brand, origin }: { brand: Brand; origin: string },
): Promise<void> {
  const welcome = translateGroup(to.language, 'server/sign-up:welcomeMail', {
    brand: brand.name,
    name: to.firstName,
    fleet: to.companyName,
    support: brand.support.email,
  })
  const password = translateGroup(to.language, 'server/sign-up:setPassword', {
    address: `${origin}/forgot_password`,
  })
  const message = brandedEmail(brand, to.language, {
    subject: welcome.subject,
    text: `${welcome.text}${password.text}`,
    action: password.action,
  })
  await ports.mail.queue(tx, { recipient: to.email, ...message })
}

function fleetNameOf(shell: shells.ShellRow, { fleetName }: ShellInput): string {
  if (!shell.is_fleet_name_editable) return shell.fleet_name
  if (!fleetName) throw new Problem('validation', { fields: { fleetName: ['required'] } })
  return fleetName
}
