import type { Logger } from 'pino'
import type { Brand } from '#contract/core/brand.ts'
import type { Actor } from './actor.ts'
import type { Database, Transaction } from './db/database.ts'
import type { CaptchaPort } from './integrations/captcha/port.ts'
import type { GatewayNotifications } from './integrations/card-gateway/notifications.ts'
import type { CardGateway } from './integrations/card-gateway/port.ts'
import type { FileStore } from './integrations/files/port.ts'
import type { FuelCardBilling } from './integrations/fuel-card-billing/port.ts'
import type { MailQueue } from './integrations/mail/mail-queue.ts'
import type { Recalls } from './integrations/recalls/port.ts'
import type { ScheduleSource } from './integrations/schedules/port.ts'
import type { SmsQueue } from './integrations/sms/sms-queue.ts'
import type { Telematics } from './integrations/telematics/port.ts'
import type { VehicleCatalog } from './integrations/vehicle-catalog/port.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { FlagsService } from './modules/access/account/flags.service.ts'
import type { SerialByKey } from './modules/access/session/serial-by-key.ts'
import type { PaymentTimings } from './modules/money/payments/payment-timings.ts'

/**
 * What a use case cannot import, because installations and tests substitute it: external systems, queues and settings.
 * `server/composition/` creates them.
 */
export interface Ports {
  mail: MailQueue
  sms: SmsQueue
  jobs: Jobs
  log: Logger
  brands: readonly Brand[]
  /** Returns the address of the app under a brand, for links in emails and text messages. */
  originOf: (brand: Brand) => string
  /** Returns the secret of the unsubscribe links. */
  unsubscribeSecret: () => Promise<string>
  /** Announces a change of a fleet to its open apps. Call it after the commit. */
  announce: (fleetId: number) => void
  files: FileStore
  /** Storage limit of each fleet. */
  fleetStorageBytes: number
  captcha: CaptchaPort
  flags: FlagsService
  /** Compares the passwords of one account, and from one address, one at a time. */
  signInQueue: SerialByKey
  cards: CardGateway
  gatewayNotifications: GatewayNotifications
  /** Tests and benchmarks shorten them. */
  paymentTimings: PaymentTimings
  billing: FuelCardBilling
  recalls: Recalls | null
  scheduleSource: ScheduleSource
  telematics: Telematics | null
  vehicleCatalog: VehicleCatalog
}

/**
 * The first argument of a use case (decision 65). The use case works in `tx`, which the route opened for the actor's
 * fleet; `CallContext.useCase` creates it. A use case without an actor or transaction takes a `Pick` of this.
 */
export interface UseCase<Port extends keyof Ports = never> {
  tx: Transaction
  actor: Actor
  /** Returns the current time. Tests control it. */
  clock: () => Date
  ports: Pick<Ports, Port>
}

/** Precondition of a write: the revision that the client edited; null if it sent none. */
export interface Precondition {
  ifMatch: number | null
}

/**
 * The first argument of a use case that opens its own transactions: one before sign-in, or one with slow work between
 * transactions.
 */
export interface DatabaseUseCase<Port extends keyof Ports = never> {
  db: Database
  clock: () => Date
  ports: Pick<Ports, Port>
}
