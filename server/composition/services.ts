import { originOfRequest } from '#server/http/security/public-origin.ts'
import { reportMailSender } from '#server/modules/home/report-subscriptions/report-mail-sender.ts'
import { composeAccess } from './access.ts'
import { composeCore } from './core.ts'
import type { ServerDependencies } from './dependencies.ts'
import { composeFleets } from './fleets.ts'
import { composeMaintenance } from './maintenance.ts'
import { composeMoney } from './money.ts'
import { composeOrders } from './orders.ts'
import { composeVehicles } from './vehicles.ts'

/** The composition root: joins the services of all areas. Each area is composed in its own file next to this one. */
export function composeServices(dependencies: ServerDependencies) {
  const core = composeCore(dependencies)
  const { config, db, replica, log, brands, now, changes, ports, integrations, unsubscribe } = core
  const maintenance = composeMaintenance(core)
  return {
    config,
    db,
    replica,
    log,
    brands,
    now,
    changes,
    ports,
    unsubscribe,
    originOfRequest: originOfRequest(config, brands),
    files: integrations.files,
    mailPort: integrations.mail,
    smsPort: integrations.sms,
    vehicleCatalog: integrations.vehicleCatalog,
    /** Whether mail is read in the browser: in demo mode, if no mail leaves the server. */
    hasMailbox: config.demo && config.smtp === null,
    ...composeAccess(core),
    ...composeFleets(core),
    ...composeVehicles(core, maintenance.dueDates),
    ...maintenance,
    reportMailSender: reportMailSender(core),
    ...composeOrders(core),
    ...composeMoney(core),
  }
}
export type Services = ReturnType<typeof composeServices>
