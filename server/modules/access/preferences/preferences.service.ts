import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import type { Brand } from '#contract/core/brand.ts'
import { isFmc } from '#domain/access/permissions.ts'
import { EMAIL_NOTIFICATIONS, preferenceParts, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import { isZipFor, normalizeZip } from '#domain/core/zip.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'
import { limitEmailChanges } from '../passwords/limits.ts'
import {
  deleteMailedSecrets,
  lockVerifiedPassword,
  type PasswordRequest,
  prepareNewPassword,
  replacePassword,
  verifyOwnPassword,
} from '../passwords/passwords.service.ts'
import { limitTakenEmails, withUniqueEmail } from '../users/user-writer.ts'
import type { PreferencesChange, PreferencesRow } from './preferences.repository.ts'
import * as repository from './preferences.repository.ts'

interface Change extends PreferencesChange {
  id: number
  vehiclesTotal?: number | undefined
  currentPassword?: string | undefined
  newPassword?: string | undefined
}

/** How the user sent the change: `session` is the token of the session that remains when the password changes. */
export interface PreferencesRequest {
  from: PasswordRequest
  session: string | null
}

/** Returns preferences (USR-051 to USR-068). Each user can access only their own: not_found for others. */
export async function readPreferences(
  useCase: DatabaseUseCase<'brands'>,
  actor: Actor,
  id: number,
): Promise<Preferences> {
  const { row, parts } = await readOwn(useCase, actor, id)
  return onWire(row, parts)
}

/** Saves preferences. `around`: wraps the write in its transaction. Errors: see the contract. */
export async function savePreferences<T>(
  useCase: DatabaseUseCase<'brands' | 'mail'>,
  actor: Actor,
  input: Change,
  { from, session }: PreferencesRequest,
  around: (tx: Transaction, write: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { db, ports } = useCase
  const { row, parts } = await readOwn(useCase, actor, input.id)
  rejectForeignParts(input, row, parts)
  const given = { ...input, ...(input.zip === undefined ? {} : { zip: zipFor(row, input.zip) }) }
  const write = (tx: Transaction) =>
    around(tx, () => writeChange({ tx, actor, ports }, row, given, from.brand))
  const email = isAnotherAddress(row, given) ? given.email : undefined
  if (given.newPassword === undefined && email === undefined) return db.system(write)
  if (!given.currentPassword) throw rejection('currentPassword', 'required')
  const { user, removeTry } = await verifyOwnPassword(db, actor.userId, given.currentPassword)
  try {
    const hash = given.newPassword === undefined ? null : await prepareNewPassword(given.newPassword, user)
    return await limitTakenEmails({ db, actor, email }, () =>
      db.system(async (tx) => {
        await lockVerifiedPassword(tx, user)
        const made = await write(tx)
        if (hash !== null) await replacePassword({ tx, ports }, user, { hash, session }, from)
        return made
      }),
    )
  } finally {
    // The password was right, whatever else was wrong.
    await removeTry()
  }
}

/** Returns how the user gets maintenance reminders. Errors: not_found for other users. */
export async function readReminderSettings(
  { db }: DatabaseUseCase,
  actor: Actor,
  id: number,
): Promise<MaintenancePreferences> {
  const found = id === actor.userId ? await repository.findReminderSettings(db, id) : null
  if (!found) throw new Problem('not_found')
  return {
    text_notification: found.reminds_by_text,
    email_notification: found.reminds_by_email,
    push_notification: false,
  }
}

/** Saves how the user gets maintenance reminders. Errors: not_found for other users. */
export async function saveReminderSettings(
  { db }: DatabaseUseCase,
  actor: Actor,
  id: number,
  given: MaintenancePreferences,
): Promise<MaintenancePreferences> {
  if (id !== actor.userId) throw new Problem('not_found')
  await repository.updateReminderSettings(db, id, {
    reminds_by_text: given.text_notification,
    reminds_by_email: given.email_notification,
  })
  return given
}

async function readOwn(
  { db, ports }: DatabaseUseCase<'brands'>,
  actor: Actor,
  id: number,
): Promise<{ row: PreferencesRow; parts: Preferences['parts'] }> {
  const row = id === actor.userId ? await repository.findPreferences(db, id) : null
  if (!row) throw new Problem('not_found')
  const isFuelCard = ports.brands.find(({ key }) => key === row.brand)?.traits.isFuelCard ?? false
  return { row, parts: preferenceParts({ roles: actor.roles, isFMC: isFmc(actor) }, isFuelCard) }
}

async function writeChange(
  { tx, actor, ports }: Pick<UseCase<'mail'>, 'tx' | 'actor' | 'ports'>,
  row: PreferencesRow,
  given: Change,
  host: Brand,
): Promise<void> {
  const isMoving = isAnotherAddress(row, given)
  if (isMoving && (await repository.isEmailTaken(tx, given.email ?? '', row.id)))
    throw rejection('email', 'email_taken')
  await withUniqueEmail(tx, () => repository.updatePreferences(tx, row.id, given))
  if (given.vehiclesTotal !== undefined && given.vehiclesTotal !== row.vehicles_total)
    await repository.updateVehicleCount(tx, row.id, given.vehiclesTotal)
  if (!isMoving) return
  await limitEmailChanges(tx, row.id)
  await deleteMailedSecrets(tx, row.id)
  // Emails the previous address, in case its owner did not request the change.
  const texts = translateGroup(actor.language, 'server/users:emailMail', {
    brand: host.name,
    name: row.first_name,
    email: given.email ?? '',
  })
  await ports.mail.queue(tx, { recipient: row.email, ...brandedEmail(host, actor.language, texts) })
}

const rejection = (field: string, code: string) => new Problem('validation', { fields: { [field]: [code] } })
const isAnotherAddress = (row: PreferencesRow, { email }: Change) =>
  email !== undefined && email.toLowerCase() !== row.email.toLowerCase()

const PROFILE = ['firstName', 'lastName', 'email', 'cellPhone', 'newPassword'] as const

function rejectForeignParts(given: Change, row: PreferencesRow, parts: Preferences['parts']) {
  const isForeign =
    (!parts.profile && PROFILE.some((name) => given[name] !== undefined)) ||
    (!parts.ofFleet && (given.zip !== undefined || given.vehiclesTotal !== undefined)) ||
    // Users who can only see the count may send it unchanged.
    (!parts.canSetVehicleCount && (given.vehiclesTotal ?? row.vehicles_total) !== row.vehicles_total)
  if (isForeign) throw new Problem('not_allowed', { detail: 'This user does not have that part.' })
}

function zipFor(row: PreferencesRow, zip: string): string {
  if (!isZipFor(row.fleet_country, zip))
    throw rejection('zip', row.fleet_country === 'CA' ? 'postal_code' : 'zip')
  return normalizeZip(zip)
}

function onWire(row: PreferencesRow, parts: Preferences['parts']): Preferences {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    cellPhone: row.cell_phone,
    zip: row.zip,
    vehiclesTotal: row.vehicles_total,
    country: row.fleet_country,
    parts,
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, ...row.email_notifications },
    text_notification_preferences: { ...TEXT_NOTIFICATIONS, ...row.text_notifications },
    rev: row.rev,
  }
}
