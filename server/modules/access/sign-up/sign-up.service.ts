import { randomUUID } from 'node:crypto'
import { zipError } from '#contract/access/sign-up-rules.ts'
import type { Language } from '#contract/core/fields.ts'
import { CardRejected, type StoredCard } from '#server/integrations/card-gateway/port.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import {
  addCard,
  insertCard,
  insertDefaultCard,
  noteCustomer,
  takeCard,
  takeCustomer,
  wasCardStored,
} from '#server/modules/money/payment-methods/payment-methods.service.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'
import { readFlags } from '../account/account.service.ts'
import { requireFreshCaptcha } from '../captcha/captcha.service.ts'
import { limitAccountChecks } from '../passwords/limits.ts'
import { passwordWeakness } from '../passwords/weak-passwords.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { countOnly } from '../session/attempts.ts'
import { type Client, openSession, type SignIn } from '../session/session.service.ts'
import { newToken } from '../session/tokens.ts'
import { limitCardTries, limitSignUps } from './limits.ts'
import * as signUps from './sign-up.repository.ts'
import { checkSignUpCode, sendSignUpCode } from './sign-up-codes.ts'
import { contentHashOf, customerIdOf, type SignUpInput } from './sign-up-input.ts'

/** The first argument of sign-up, which has no actor. */
export type SignUpUseCase = DatabaseUseCase<'brands' | 'captcha' | 'cards' | 'flags' | 'log' | 'mail'>

/** Sends a one-time password; false if the host requires none. Errors: too_many. */
export async function sendSignUpOtp(
  useCase: DatabaseUseCase<'flags' | 'mail'>,
  input: { email: string; language?: Language | undefined },
  client: Client,
): Promise<boolean> {
  await limitSignUps(useCase.db, client.ip)
  const flags = await readFlags(useCase, null, client.brand)
  if (flags.multifactor_authentication === 'off') return false
  const language = input.language ?? client.brand.languages[0] ?? 'en'
  await sendSignUpCode(useCase, input.email, client.brand, language)
  return true
}

/**
 * Creates a fleet with its Owner (ACC-071 to ACC-095, PAY-038 to PAY-043). `key`: the request's Idempotency-Key. The code
 * is checked before revealing that an address is taken. Errors: validation, email_taken, otp_invalid, otp_used_up,
 * card_refused, captcha_required, key_reused, too_many.
 */
export async function signUp(
  useCase: SignUpUseCase,
  input: SignUpInput,
  client: Client,
  key: string = randomUUID(),
): Promise<SignIn> {
  const { db, ports } = useCase
  await limitSignUps(db, client.ip)
  const flags = await readFlags(useCase, null, client.brand)
  const needs = {
    card: flags.fuel_card_sign_up === 'on',
    code: flags.multifactor_authentication === 'on',
  }
  validateSignUp(input, client, needs.card)
  const made = await signUps.findSignUp(db, key)
  if (made) return openAgain(useCase, made, input, { key, client })
  if (needs.code && input.otp === undefined) return { isSignedIn: false }
  try {
    return await createNew(useCase, input, client, { key, needs })
  } catch (error) {
    // A concurrent duplicate of this request has used the code and the address.
    const concurrent = await signUps.findSignUp(db, key)
    const isTaken = error instanceof Problem && error.code === 'email_taken'
    const customerId = customerIdOf(key, input)
    // A late repeat has the customer of the fleet that its first request created.
    if (needs.card && (concurrent || isTaken) && !(await signUps.isCardCustomer(db, customerId)))
      await ports.cards.removeCustomer(customerId)
    if (concurrent) {
      // The other request may have another card, and a nonce is valid for one call only.
      const hasOtherCard = concurrent.card_customer_id !== customerId
      const repeated = hasOtherCard ? { ...input, payment_method_nonce: undefined } : input
      return openAgain(useCase, concurrent, repeated, { key, client })
    }
    throw error
  }
}

/**
 * Handles a repeated sign-up whose response was lost: a caller with its password gets a new session. Another card becomes
 * the default (ACC-133).
 */
async function openAgain(
  useCase: SignUpUseCase,
  made: signUps.SignUpRow,
  input: SignUpInput,
  { key, client }: { key: string; client: Client },
): Promise<SignIn> {
  const { db, ports } = useCase
  const hasSameContent = made.content_hash?.equals(contentHashOf(input)) ?? true
  const isSame =
    hasSameContent && made.email === input.email && (await verifyPassword(input.password, made.password_hash))
  if (!isSame) throw new Problem('key_reused')
  const owner = { userId: made.user_id, fleetId: made.fleet_id }
  const card = await takeOtherCard(useCase, made, input, { key, client })
  return db.system(async (tx) => {
    if (card) await insertDefaultCard(tx, owner, card)
    return open({ tx, ports }, owner, client)
  })
}

/** Stores a card that the first request did not have; null if there is none. */
async function takeOtherCard(
  { db, ports }: SignUpUseCase,
  { card_customer_id: customerId, fleet_id: fleetId }: signUps.SignUpRow,
  input: SignUpInput,
  { key, client }: { key: string; client: Client },
): Promise<StoredCard | null> {
  const { payment_method_nonce: nonce } = input
  const token = customerIdOf(key, input)
  // An earlier version used the key as the customer id.
  if (!nonce || customerId === null || customerId === token || customerId === key) return null
  // The gateway accepts a nonce once, and a user may have removed the card since.
  if (await db.system((tx) => wasCardStored(tx, fleetId, token))) return null
  const forgive = await limitCardTries(db, client.ip)
  return countOnly('card_refused', forgive, () =>
    takeCard(() =>
      addCard({ db, ports }, { fleetId, customerId }, { token, nonce }).catch((error: unknown) => {
        // The same card, entered once more.
        if (error instanceof CardRejected && error.reason === 'duplicate') return null
        throw error
      }),
    ),
  )
}

const open = (
  useCase: Pick<UseCase<'brands'>, 'tx' | 'ports'>,
  made: { userId: number; fleetId: number },
  client: Client,
) => openSession(useCase, { ...made, isRemembered: true, deviceToken: newToken(), method: 'sign_up' }, client)

async function createNew(
  useCase: SignUpUseCase,
  input: SignUpInput,
  client: Client,
  { key, needs }: { key: string; needs: { card: boolean; code: boolean } },
): Promise<SignIn> {
  if (needs.code)
    await checkSignUpCode(useCase.db, { email: input.email, code: input.otp ?? '', ip: client.ip })
  await rejectTakenEmail(useCase, input, client, needs.code)
  const passwordHash = await hashPassword(input.password)
  const card = needs.card ? await takeSignUpCard(useCase, input, customerIdOf(key, input), client) : null
  const isFrench = input.communicationPreferencesInFrench
  const language = isFrench ? 'fr' : (input.language ?? client.brand.languages[0] ?? 'en')
  return insertAll(useCase, input, { key, passwordHash, card, needsCode: needs.code, language }, client)
}

/**
 * Rejects a taken address. Without a code that proves access to the mailbox, the caller must solve a captcha first for
 * any address, and gets this result only a few times an hour (ruling 6).
 */
async function rejectTakenEmail(
  useCase: DatabaseUseCase<'captcha' | 'log'>,
  input: SignUpInput,
  { ip }: Client,
  needsCode: boolean,
): Promise<void> {
  const { db } = useCase
  if (needsCode) {
    if (await signUps.isEmailTaken(db, input.email)) throw new Problem('email_taken')
    return
  }
  await requireFreshCaptcha(useCase, input.captcha_token, { email: input.email, ip })
  const forgive = await limitAccountChecks(db, ip)
  if (await signUps.isEmailTaken(db, input.email)) throw new Problem('email_taken')
  await forgive()
}

async function takeSignUpCard(
  { db, ports }: SignUpUseCase,
  input: SignUpInput,
  customerId: string,
  client: Client,
): Promise<StoredCard> {
  const forgive = await limitCardTries(db, client.ip)
  return countOnly('card_refused', forgive, async () => {
    // The customer of an earlier attempt is being removed. Afterwards, the same request creates another.
    if (!(await noteCustomer(db, customerId))) throw new Problem('unavailable', { retryAfter: 60 })
    return takeCard(() =>
      ports.cards.createCustomer({
        id: customerId,
        firstName: input.firstName,
        lastName: input.lastName,
        company: input.companyName,
        email: input.email,
        phone: input.phoneNumber,
        nonce: input.payment_method_nonce ?? '',
      }),
    )
  })
}

/** Creates fleet, Owner, card, session and email atomically. Errors: email_taken, otp_invalid, key_reused. */
function insertAll(
  { db, ports }: SignUpUseCase,
  input: SignUpInput,
  by: {
    key: string
    passwordHash: string
    card: StoredCard | null
    needsCode: boolean
    language: Language
  },
  client: Client,
): Promise<SignIn> {
  const { brand } = client
  const { firstName, lastName, email, companyName, carCount } = input
  const { language, passwordHash } = by
  return db.system(async (tx) => {
    const made = await signUps.insertFleet(tx, {
      companyName,
      carCount,
      country: brand.country,
      brand: brand.key,
      affiliationId: null,
      zip: input.zipCode,
      cardCustomerId: by.card && customerIdOf(by.key, input),
      owner: { firstName, lastName, email, phone: input.phoneNumber, language, passwordHash },
    })
    if (!made) throw new Problem('email_taken')
    if (by.needsCode && !(await signUps.consumeCode(tx, email))) throw new Problem('otp_invalid')
    const hasPromotionalTerms = input.acceptedPromotionalTerms
    const contentHash = contentHashOf(input)
    const signedUp = { ...by, ...made, brand: brand.key, hasPromotionalTerms, contentHash }
    if (!(await signUps.insertSignUp(tx, signedUp))) throw new Problem('key_reused')
    if (by.card) {
      await insertCard(tx, made, by.card)
      await takeCustomer(tx, customerIdOf(by.key, input))
    }
    const texts = translateGroup(language, 'server/sign-up:welcomeMail', {
      brand: brand.name,
      name: firstName,
      fleet: companyName,
      support: brand.support.email,
    })
    await ports.mail.queue(tx, { recipient: email, ...brandedEmail(brand, language, texts) })
    return open({ tx, ports }, made, client)
  })
}

/** Checks what the schema cannot: the host's country and flags, and weak passwords. */
function validateSignUp(input: SignUpInput, { brand }: Client, needsCard: boolean) {
  const { firstName: first_name, lastName: last_name, email } = input
  const faults = {
    zipCode: zipError(brand.country, input.zipCode),
    password: passwordWeakness(input.password, { first_name, last_name, email }),
    acceptedPromotionalTerms:
      brand.country === 'CA' && !input.acceptedPromotionalTerms ? 'promotional_terms' : null,
    payment_method_nonce: needsCard && !input.payment_method_nonce ? 'required' : null,
  }
  const fields = Object.fromEntries(
    Object.entries(faults).flatMap(([name, code]) => (code ? [[name, [code]]] : [])),
  )
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}
