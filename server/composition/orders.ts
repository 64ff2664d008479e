import { autoApproval } from '#server/modules/money/payments/auto-approval.ts'
import { orderCompletion } from '#server/modules/money/payments/order-completion.ts'
import { paymentsRepository } from '#server/modules/money/payments/payments.repository.ts'
import { approvalsQueue } from '#server/modules/orders/approvals/approvals-queue.ts'
import { noticesRepository } from '#server/modules/orders/notices/notices.repository.ts'
import { noticesService } from '#server/modules/orders/notices/notices.service.ts'
import { bookingService } from '#server/modules/orders/orders/booking.service.ts'
import { orderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { orderListsRepository } from '#server/modules/orders/orders/order-lists.repository.ts'
import { ordersCsv } from '#server/modules/orders/orders/orders.csv.ts'
import { ordersRepository } from '#server/modules/orders/orders/orders.repository.ts'
import { ordersService } from '#server/modules/orders/orders/orders.service.ts'
import { pastServicesRepository } from '#server/modules/orders/orders/past-services.repository.ts'
import { promotionsRepository } from '#server/modules/orders/promotions/promotions.repository.ts'
import { promotionsService } from '#server/modules/orders/promotions/promotions.service.ts'
import { proposalsService } from '#server/modules/orders/proposals/proposals.service.ts'
import { shopActionsService } from '#server/modules/orders/shop-links/shop-actions.service.ts'
import { shopEmailsService } from '#server/modules/orders/shop-links/shop-emails.service.ts'
import { shopLinksRepository } from '#server/modules/orders/shop-links/shop-links.repository.ts'
import { shopLinksService } from '#server/modules/orders/shop-links/shop-links.service.ts'
import type { Core } from './core.ts'
import type { Records } from './records.ts'

/** Composes shop orders: booking, appointments, promotions, notices and the shop's own page. */
export function composeOrders(core: Core, records: Records) {
  const { db, brands, now, mail, texts, documents, originOf, unsubscribe } = core
  const { vehicles, odometer, services, shops, schedule, history } = records
  const lifecycle = orderLifecycleService({
    ...{ orders: ordersRepository, vehicles, odometer, shops, now },
    autoApproval: autoApproval(paymentsRepository),
  })
  const orders = ordersService({
    orders: ordersRepository,
    lists: orderListsRepository,
    pastServices: pastServicesRepository,
    ...{ lifecycle, vehicles, history },
  })
  const shopEmails = shopEmailsService({ links: shopLinksRepository, mail, originOf, now })
  return {
    orders,
    orderLifecycle: lifecycle,
    approvalsQueue: approvalsQueue({ db }),
    ordersFile: ordersCsv(db, orderListsRepository, pastServicesRepository),
    booking: bookingService({ orders: ordersRepository, reads: orders, vehicles, services, schedule }),
    proposals: proposalsService({ lifecycle, orders, schedule, now }),
    promotions: promotionsService({
      ...{ db, orders, vehicles, services, schedule, now, lifecycle },
      promotions: promotionsRepository,
    }),
    orderNotices: noticesService({
      ...{ db, mail, now, brands, originOf, shopEmails, texts },
      notices: noticesRepository,
      secret: unsubscribe.secret,
    }),
    shopActions: shopActionsService({
      ...{ lifecycle, links: shopLinksRepository, schedule, documents, now },
      completion: orderCompletion({ payments: paymentsRepository, lifecycle }),
    }),
    shopLinks: shopLinksService({
      ...{ db, orders, mail, brands, originOf, now },
      links: shopLinksRepository,
      emails: shopEmails,
    }),
  }
}
export type Orders = ReturnType<typeof composeOrders>
