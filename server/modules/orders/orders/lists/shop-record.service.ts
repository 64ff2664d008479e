import type { ShopRecord } from '#contract/orders/shop-record.ts'
import { addMonths, dayIn } from '#domain/core/days.ts'
import { findBookableShop } from '#server/modules/catalog/shops/free-times.service.ts'
import type { UseCase } from '#server/use-case.ts'
import { orderListsRepository as lists } from './order-lists.repository.ts'
import { shopRecordRepository as records } from './shop-record.repository.ts'

/** Older prices and stays say little about the next visit. */
const MONTHS = 24

/** Returns what the fleet's own orders tell about a shop. Users see the orders of their vehicles only. */
export async function showShopRecord(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  shopId: number,
): Promise<ShopRecord> {
  await findBookableShop({ tx, actor, clock }, shopId)
  const from = addMonths(dayIn(actor.fleet.timeZone, clock()), -MONTHS)
  return {
    shop_id: shopId,
    open_count: await lists.count(tx, actor, { isActive: true, shopId }),
    past_count: await lists.count(tx, actor, { isActive: false, shopId }),
    prices: await records.prices(tx, actor, { shopId, from }),
    stay: await records.stay(tx, actor, { shopId, from }),
  }
}
