import type { Logger } from 'pino'
import type { Brand } from '#contract/core/brand.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica/replica.ts'
import type { CaptchaWork } from '#server/integrations/captcha/local.ts'
import type { CardGateway } from '#server/integrations/card-gateway/port.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import type { FuelCardBilling } from '#server/integrations/fuel-card-billing/port.ts'
import type { PortLimits } from '#server/integrations/limits.ts'
import type { Recalls } from '#server/integrations/recalls/port.ts'
import type { Telematics } from '#server/integrations/telematics/port.ts'
import type { VehicleCatalog } from '#server/integrations/vehicle-catalog/port.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { PaymentTimings } from '#server/modules/money/payments/payment-timings.ts'

/** Everything that the server receives at startup. The composition creates all services from it. */
export interface ServerDependencies {
  config: Config
  db: Database
  /** Takes the reads of lists, reports and first syncs. */
  replica?: Replica | null
  log: Logger
  jobs: Jobs
  brands: readonly Brand[]
  files: FileStore
  /** Delivers settlement files of fuel cards. Default: stores them for download only. */
  billing?: FuelCardBilling
  /** Tests share one. Default: a copy in the data folder. */
  vehicleCatalog?: VehicleCatalog
  /** Tests pass their own. Null: no telematics. */
  telematics?: Telematics | null
  /** Tests pass their own. Null: no recalls. */
  recalls?: Recalls | null
  /** Tests reduce the work. */
  captchaWork?: CaptchaWork
  /** Tests control it. Default: the machine's clock. */
  now?: () => Date
  /** Tests and benchmarks pass a gateway with injected failures, and shorter timings. */
  cards?: CardGateway
  paymentTimings?: PaymentTimings
  /** Tests shorten some. */
  limits?: Partial<PortLimits>
}
