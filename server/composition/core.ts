import type { Brand } from '#contract/core/brand.ts'
import { brandOrigin } from '#server/http/security/public-origin.ts'
import { mailQueue } from '#server/integrations/mail/mail-queue.ts'
import { smsQueue } from '#server/integrations/sms/sms-queue.ts'
import { auditService } from '#server/modules/access/audit/audit.service.ts'
import { documentsRepository } from '#server/modules/core/documents/documents.repository.ts'
import { documentsService } from '#server/modules/core/documents/documents.service.ts'
import { unsubscribeRepository } from '#server/modules/maintenance/reminders/unsubscribe.repository.ts'
import { unsubscribeService } from '#server/modules/maintenance/reminders/unsubscribe.service.ts'
import { paymentMethodsRepository } from '#server/modules/money/payment-methods/payment-methods.repository.ts'
import { paymentMethodsService } from '#server/modules/money/payment-methods/payment-methods.service.ts'
import { changeFeed } from '#server/push/change-feed.ts'
import type { ServerDependencies } from './dependencies.ts'
import { composePorts } from './ports.ts'

/** Composes what every area uses: clock, change feed, queues, audit log and ports. */
export function composeCore(dependencies: ServerDependencies) {
  const { config, db, log, jobs, brands } = dependencies
  const ports = composePorts(dependencies)
  const now = dependencies.now ?? (() => new Date())
  return {
    ...{ config, db, log, jobs, brands, now, ports },
    originOf: (brand: Brand) => brandOrigin(brand, config),
    changes: changeFeed(db, log),
    mail: mailQueue(db, jobs),
    texts: smsQueue(jobs),
    audit: auditService({ db }),
    documents: documentsService(documentsRepository, ports.files, ports.staging, config.fleetStorageBytes),
    unsubscribe: unsubscribeService({ db, subscriptions: unsubscribeRepository }),
    paymentMethods: paymentMethodsService({ db, cards: ports.cards, methods: paymentMethodsRepository }),
  }
}
export type Core = ReturnType<typeof composeCore>
