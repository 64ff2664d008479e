import type { Brand } from '#contract/core/brand.ts'
import type { Replica } from '#server/db/replica/replica.ts'
import { routeReads } from '#server/db/replica/route-reads.ts'
import { brandOrigin } from '#server/http/security/public-origin.ts'
import { mailQueue } from '#server/integrations/mail/mail-queue.ts'
import { ownSchedules } from '#server/integrations/schedules/own.ts'
import { smsQueue } from '#server/integrations/sms/sms-queue.ts'
import { flagsService } from '#server/modules/access/account/flags.service.ts'
import { serialByKey } from '#server/modules/access/session/serial-by-key.ts'
import { SIGN_IN_QUEUE } from '#server/modules/access/session/sign-in-guard.ts'
import { unsubscribeService } from '#server/modules/maintenance/reminders/unsubscribe.service.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/payment-timings.ts'
import { type ChangeFeed, changeFeed } from '#server/push/change-feed.ts'
import type { Ports } from '#server/use-case.ts'
import type { ServerDependencies } from './dependencies.ts'
import { composePorts } from './ports.ts'

/** Composes what every area uses: clock, change feed, queues, integrations, and the ports of use cases. */
export function composeCore(dependencies: ServerDependencies) {
  const { config, log, jobs, brands, replica = null } = dependencies
  const db = replica ? routeReads(dependencies.db, replica) : dependencies.db
  const integrations = composePorts(dependencies)
  const now = dependencies.now ?? (() => new Date())
  const originOf = (brand: Brand) => brandOrigin(brand, config)
  const changes = followedBy(replica, changeFeed(db, log))
  const { fleetStorageBytes } = config
  const unsubscribe = unsubscribeService({ db, now })
  const ports: Ports = {
    ...integrations,
    mail: mailQueue(db, jobs),
    sms: smsQueue(jobs),
    scheduleSource: ownSchedules,
    flags: flagsService({ flags: integrations.flags, brands }),
    signInQueue: serialByKey(SIGN_IN_QUEUE),
    announce: changes.announce,
    paymentTimings: dependencies.paymentTimings ?? PAYMENT_TIMINGS,
    unsubscribeSecret: unsubscribe.secret,
    jobs,
    log,
    brands,
    originOf,
    fleetStorageBytes,
  }
  return {
    config,
    db,
    replica,
    log,
    jobs,
    brands,
    now,
    ports,
    integrations,
    originOf,
    changes,
    mail: ports.mail,
    texts: ports.sms,
    unsubscribe,
  }
}
export type Core = ReturnType<typeof composeCore>

/** The replica learns of this server's changes at once, before their notification returns. */
function followedBy(replica: Replica | null, changes: ChangeFeed): ChangeFeed {
  if (replica === null) return changes
  return {
    ...changes,
    announce(fleetId) {
      replica.noteChange(fleetId)
      changes.announce(fleetId)
    },
  }
}
