import { os } from '#server/http/calls/implementer.ts'
import { showShopRecord } from './lists/shop-record.service.ts'

export const shopRecordRoutes = () => ({
  show: os.shopRecord.show.handler(({ input, context }) =>
    context.read((tx) => showShopRecord(context.useCase(tx), input.shop_id)),
  ),
})
