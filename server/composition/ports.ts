import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { recaptcha } from '#server/integrations/captcha/live.ts'
import { altchaCaptcha } from '#server/integrations/captcha/local.ts'
import type { CaptchaPort } from '#server/integrations/captcha/port.ts'
import { lazyGateway } from '#server/integrations/card-gateway/lazy.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import {
  type GatewayNotifications,
  sandboxNotifications,
} from '#server/integrations/card-gateway/notifications.ts'
import { type CardGateway, CardRejected } from '#server/integrations/card-gateway/port.ts'
import { createCircuit } from '#server/integrations/circuit.ts'
import { ofrepFlags } from '#server/integrations/flags/live.ts'
import { localFlags } from '#server/integrations/flags/local.ts'
import { openFeatureFlags } from '#server/integrations/flags/open-feature.ts'
import { localBilling } from '#server/integrations/fuel-card-billing/local.ts'
import { PORT_LIMITS, type PortLimits } from '#server/integrations/limits.ts'
import { smtpMail } from '#server/integrations/mail/live.ts'
import { localMail } from '#server/integrations/mail/local.ts'
import type { MailPort } from '#server/integrations/mail/port.ts'
import { authorityRecalls } from '#server/integrations/recalls/live.ts'
import { sampleRecalls } from '#server/integrations/recalls/local.ts'
import type { Recalls } from '#server/integrations/recalls/port.ts'
import { secretOf } from '#server/integrations/secrets.ts'
import { twilioSms } from '#server/integrations/sms/live.ts'
import { localSms } from '#server/integrations/sms/local.ts'
import { type SmsPort, SmsUnavailable } from '#server/integrations/sms/port.ts'
import { lazyTelematics } from '#server/integrations/telematics/lazy.ts'
import { simulatedTelematics } from '#server/integrations/telematics/local.ts'
import type { Telematics } from '#server/integrations/telematics/port.ts'
import { throughCircuit } from '#server/integrations/through-circuit.ts'
import { guardTransactions } from '#server/integrations/transaction-guard.ts'
import { cachedCatalog } from '#server/integrations/vehicle-catalog/cached.ts'
import { createLocalVehicleCatalog } from '#server/integrations/vehicle-catalog/local.ts'
import type { ServerDependencies } from './dependencies.ts'

const RECAPTCHA_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'

/** Chooses the live or local implementation of each port. Every port is guarded against calls inside a transaction. */
export function composePorts(dependencies: ServerDependencies) {
  const { config, db, log } = dependencies
  const limits = { ...PORT_LIMITS, ...dependencies.limits }
  const guarded = <Port extends object>(name: string, port: Port) => guardTransactions(name, port, { log })
  const recalls = dependencies.recalls === undefined ? recallsOf(config, log) : dependencies.recalls
  const telematics =
    dependencies.telematics === undefined ? telematicsOf(config, log) : dependencies.telematics
  const folder = resolve(config.dataFolder, 'vehicle-catalogue')
  return {
    files: guarded('files', dependencies.files),
    flags: guarded('flags', flagsOf(config, limits, log, db)),
    captcha: guarded('captcha', captchaOf(dependencies, limits)),
    mail: guarded('mail', mailPortOf(config, limits, log)),
    sms: guarded('sms', smsPortOf(config, limits, log)),
    cards: guarded('card gateway', dependencies.cards ?? cardGatewayOf(config, limits, log, db)),
    billing: guarded('fuel card billing', dependencies.billing ?? localBilling(dependencies.files)),
    gatewayNotifications: gatewayNotificationsOf(config, db),
    recalls: recalls && guarded('recalls', recalls),
    telematics: telematics && guarded('telematics', telematics),
    vehicleCatalog: cachedCatalog(dependencies.vehicleCatalog ?? createLocalVehicleCatalog({ folder })),
  }
}

/** The configured OFREP service, else the settings of brands and fleets. */
function flagsOf({ flagService }: Config, limits: PortLimits, log: Logger, db: Database) {
  const hashKey = flagService?.hashKey
  const secret = hashKey ? async () => hashKey : secretOf(db, 'flags').current
  const provider = flagService ? ofrepFlags(flagService, { limits: limits.flags, log }) : localFlags
  return openFeatureFlags(provider, secret)
}

/** reCAPTCHA if configured, else ALTCHA on this server. */
function captchaOf({ config, db, log, captchaWork }: ServerDependencies, limits: PortLimits): CaptchaPort {
  const { recaptcha: settings } = config
  if (!settings) return altchaCaptcha(secretOf(db, 'captcha'), captchaWork)
  return recaptcha({ verifyUrl: RECAPTCHA_VERIFY_URL, ...settings }, { limits: limits.captcha, log })
}

/** Braintree if configured, else the sandbox (ruling 18). */
function cardGatewayOf({ braintree }: Config, limits: PortLimits, log: Logger, db: Database): CardGateway {
  if (braintree === null) return sandboxGateway(db)
  const gateway = lazyGateway(async () => {
    const { braintreeGateway } = await import('#server/integrations/card-gateway/live.ts')
    return braintreeGateway(braintree)
  })
  const isFailure = (error: unknown) => !(error instanceof CardRejected)
  return throughCircuit(gateway, createCircuit('card gateway', limits.cards, { log, isFailure }))
}

/** Braintree's notifications if configured, else the sandbox's. */
function gatewayNotificationsOf({ braintree }: Config, db: Database): GatewayNotifications {
  if (braintree === null) return sandboxNotifications(secretOf(db, 'card_notifications'))
  const loading = () => import('#server/integrations/card-gateway/live-notifications.ts')
  const source = async () => (await loading()).braintreeNotifications(braintree)
  return {
    read: async (signature, payload) => (await source()).read(signature, payload),
    answerChallenge: async (challenge) => (await source()).answerChallenge(challenge),
  }
}

/** SMTP if configured, else mail stays in its table. */
function mailPortOf({ smtp }: Config, limits: PortLimits, log: Logger): MailPort {
  if (smtp === null) return localMail
  return smtpMail(smtp, { limits: limits.mail, log })
}

/** Twilio if configured, else text messages stay in their table. */
function smsPortOf({ twilio }: Config, limits: PortLimits, log: Logger): SmsPort {
  if (twilio === null) return localSms
  const isFailure = (error: unknown) => error instanceof SmsUnavailable
  const circuit = createCircuit('sms', limits.sms, { log, isFailure })
  const asPortError = (error: Error) => new SmsUnavailable(error.message, { cause: error })
  return throughCircuit(twilioSms(twilio), circuit, asPortError)
}

/** The authorities if configured, else fictional recalls in the demo only (ruling 21). */
function recallsOf({ recalls }: Config, log: Logger): Recalls | null {
  if (recalls === 'live') return authorityRecalls(undefined, undefined, { log })
  return recalls === 'sample' ? sampleRecalls : null
}

/** MyGeotab if configured, else the simulator in demo mode only: real vehicles get no invented readings (ruling 23). */
function telematicsOf({ geotab, demo }: Config, log: Logger): Telematics | null {
  if (geotab === null) return demo ? simulatedTelematics() : null
  return lazyTelematics(async () => {
    const { geotabTelematics } = await import('#server/integrations/telematics/live.ts')
    return geotabTelematics(geotab, undefined, undefined, { log })
  })
}
