import { randomUUID } from 'node:crypto'
import { zipError } from '#contract/access/sign-up-rules.ts'
import type { Language } from '#contract/core/fields.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { CardGateway, StoredCard } from '#server/integrations/card-gateway/port.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import type { MailQueue } from '#server/integrations/mail/mail-queue.ts'
import type { PaymentMethodsService } from '#server/modules/money/payment-methods/payment-methods.service.ts'
import { Problem } from '#server/problem.ts'
import { texts } from '#server/texts/texts.ts'
import type { AccountService } from '../account/account.service.ts'
import type { CaptchaService } from '../captcha/captcha.service.ts'
import { limitAccountChecks } from '../passwords/limits.ts'
import { passwordWeakness } from '../passwords/weak-passwords.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import type { Client, SessionService, SignIn } from '../session/session.service.ts'
import { newToken } from '../session/tokens.ts'
import { limitCardTries, limitSignUps } from './limits.ts'
import * as signUps from './sign-up.repository.ts'
import { signUpCodes } from './sign-up-codes.ts'

/** A sign-up as validated by the contract. */
export interface SignUpInput {
  companyName: string
  carCount: number
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  zipCode: string
  password: string
  acceptedPromotionalTerms: boolean
  communicationPreferencesInFrench: boolean
  payment_method_nonce?: string | undefined
  otp?: string | undefined
  captcha_token?: string | undefined
  language?: Language | undefined
}

interface Dependencies {
  db: Database
  account: AccountService
  session: SessionService
  captcha: CaptchaService
  mail: MailQueue
  cards: CardGateway
  paymentMethods: PaymentMethodsService
}

/** Creates a fleet with its Owner (ACC-071 to ACC-095, PAY-038 to PAY-043). */
export function signUpService(dependencies: Dependencies) {
  const { db, account, session, captcha, mail, cards, paymentMethods } = dependencies
  const codes = signUpCodes({ db, mail })

  /** Handles a repeated sign-up whose response was lost: a caller with its password gets a new session. */
  async function again(made: signUps.SignUpRow, input: SignUpInput, client: Client): Promise<SignIn> {
    const isSame = made.email === input.email && (await verifyPassword(input.password, made.password_hash))
    if (!isSame) throw new Problem('key_reused')
    return db.system((tx) => open(tx, { userId: made.user_id, fleetId: made.fleet_id }, client))
  }

  const open = (tx: Transaction, made: { userId: number; fleetId: number }, client: Client) =>
    session.open(tx, { ...made, isRemembered: true, deviceToken: newToken(), method: 'sign_up' }, client)

  async function takeCard(input: SignUpInput, customerId: string, client: Client): Promise<StoredCard> {
    const forgive = await limitCardTries(db, client.ip)
    const card = await paymentMethods.take(() =>
      cards.createCustomer({
        id: customerId,
        firstName: input.firstName,
        lastName: input.lastName,
        company: input.companyName,
        email: input.email,
        phone: input.phoneNumber,
        nonce: input.payment_method_nonce ?? '',
      }),
    )
    await forgive()
    return card
  }

  /** Creates fleet, Owner, card, session and email atomically. Errors: email_taken, otp_invalid, key_reused. */
  function make(
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
    const owner = {
      firstName: input.firstName,
      lastName: input.lastName,
      email: input.email,
      phone: input.phoneNumber,
      language: by.language,
      passwordHash: by.passwordHash,
    }
    return db.system(async (tx) => {
      const made = await signUps.insertFleet(tx, {
        companyName: input.companyName,
        country: brand.country,
        brand: brand.key,
        affiliationId: null,
        zip: input.zipCode,
        carCount: input.carCount,
        cardCustomerId: by.card && by.key,
        owner,
      })
      if (!made) throw new Problem('email_taken')
      if (by.needsCode && !(await signUps.consumeCode(tx, input.email))) throw new Problem('otp_invalid')
      const hasPromotionalTerms = input.acceptedPromotionalTerms
      const isNoted = await signUps.insertSignUp(tx, {
        ...by,
        ...made,
        brand: brand.key,
        hasPromotionalTerms,
      })
      if (!isNoted) throw new Problem('key_reused')
      if (by.card) await paymentMethods.insertCard(tx, made, by.card)
      const words = texts[by.language].welcomeMail(
        brand.name,
        input.firstName,
        input.companyName,
        brand.support.email,
      )
      await mail.queue(tx, { recipient: input.email, ...brandedEmail(brand, by.language, words) })
      return open(tx, made, client)
    })
  }

  /**
   * Rejects a taken address. Without a code that proves access to the mailbox, the caller must solve a captcha first
   * for any address, and gets this result only a few times an hour (ruling 6).
   */
  async function rejectTakenEmail(input: SignUpInput, { ip }: Client, needsCode: boolean): Promise<void> {
    if (needsCode) {
      if (await signUps.isEmailTaken(db, input.email)) throw new Problem('email_taken')
      return
    }
    await captcha.requireFresh(input.captcha_token, { email: input.email, ip })
    const forgive = await limitAccountChecks(db, ip)
    if (await signUps.isEmailTaken(db, input.email)) throw new Problem('email_taken')
    await forgive()
  }

  async function createNew(
    input: SignUpInput,
    client: Client,
    key: string,
    needs: { card: boolean; code: boolean },
  ): Promise<SignIn> {
    if (needs.code) await codes.check(input.email, input.otp ?? '')
    await rejectTakenEmail(input, client, needs.code)
    const passwordHash = await hashPassword(input.password)
    const card = needs.card ? await takeCard(input, key, client) : null
    const isFrench = input.communicationPreferencesInFrench
    const language = isFrench ? 'fr' : (input.language ?? client.brand.languages[0] ?? 'en')
    return make(input, { key, passwordHash, card, needsCode: needs.code, language }, client)
  }

  return {
    /** Sends a one-time password; false if the host requires none. Errors: too_many. */
    async sendOtp(
      input: { email: string; language?: Language | undefined },
      client: Client,
    ): Promise<boolean> {
      await limitSignUps(db, client.ip)
      const flags = await account.flags(null, client.brand)
      if (flags.multifactor_authentication === 'off') return false
      await codes.send(input.email, client.brand, input.language ?? client.brand.languages[0] ?? 'en')
      return true
    },

    /**
     * `key`: the request's Idempotency-Key. Errors: validation, email_taken, otp_invalid, otp_used_up, card_refused,
     * captcha_required, key_reused, too_many. The code is checked before revealing that an address is taken.
     */
    async create(input: SignUpInput, client: Client, key: string = randomUUID()): Promise<SignIn> {
      await limitSignUps(db, client.ip)
      const flags = await account.flags(null, client.brand)
      const needs = {
        card: flags.fuel_card_sign_up === 'on',
        code: flags.multifactor_authentication === 'on',
      }
      validateSignUp(input, client, needs.card)
      const made = await signUps.findSignUp(db, key)
      if (made) return again(made, input, client)
      if (needs.code && input.otp === undefined) return { isSignedIn: false }
      try {
        return await createNew(input, client, key, needs)
      } catch (error) {
        // A concurrent duplicate of this request was faster, and took the code and the address.
        const twin = await signUps.findSignUp(db, key)
        if (twin) return again(twin, input, client)
        if (needs.card && error instanceof Problem && error.code === 'email_taken')
          await cards.removeCustomer(key)
        throw error
      }
    },
  }
}
export type SignUpService = ReturnType<typeof signUpService>

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
