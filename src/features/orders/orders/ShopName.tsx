import type { Order } from '#contract/orders/order.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'

/** The order's shop with its location: a link to its page, or plain text if the network does not know it. */
export function ShopName({ order: { shop, custom_shop_name } }: { order: Order }) {
  if (!shop) return custom_shop_name
  return (
    <>
      <TextLink to="/shops/$shopId" params={{ shopId: String(shop.id) }} sx={{ overflowWrap: 'anywhere' }}>
        {shop.name}
      </TextLink>
      {`, ${shop.city}`}
    </>
  )
}
