import { approvalsQueue } from '#server/modules/orders/approvals/approvals-queue.ts'
import { noticesRepository } from '#server/modules/orders/notices/notices.repository.ts'
import { noticesService } from '#server/modules/orders/notices/notices.service.ts'
import { orderListsRepository } from '#server/modules/orders/orders/lists/order-lists.repository.ts'
import { ordersCsv } from '#server/modules/orders/orders/lists/orders.csv.ts'
import { pastServicesRepository } from '#server/modules/orders/orders/lists/past-services.repository.ts'
import { shopActionsService } from '#server/modules/orders/shop-links/shop-actions.service.ts'
import { shopEmailsService } from '#server/modules/orders/shop-links/shop-emails.service.ts'
import { shopLinksRepository } from '#server/modules/orders/shop-links/shop-links.repository.ts'
import { shopLinksService } from '#server/modules/orders/shop-links/shop-links.service.ts'
import type { Core } from './core.ts'

/** Composes shop orders: promotions, notices and the shop's own page. */
export function composeOrders(core: Core) {
  const { db, brands, now, mail, texts, documents, originOf, unsubscribe } = core
  const shopEmails = shopEmailsService({ links: shopLinksRepository, mail, originOf, now })
  return {
    approvalsQueue: approvalsQueue({ db }),
    ordersFile: ordersCsv(db, orderListsRepository, pastServicesRepository),
    orderNotices: noticesService({
      ...{ db, mail, now, brands, originOf, shopEmails, texts },
      notices: noticesRepository,
      secret: unsubscribe.secret,
    }),
    shopActions: shopActionsService({ documents, clock: now }),
    shopLinks: shopLinksService({
      ...{ db, mail, brands, originOf, now },
      links: shopLinksRepository,
      emails: shopEmails,
    }),
  }
}
