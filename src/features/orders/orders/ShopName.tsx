import type { Order } from '#contract/orders/order.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'

/** The order's shop with its location: a link to the shops around it, or plain text if the network does not know it. */
export function ShopName({ order: { shop, custom_shop_name } }: { order: Order }) {
  if (!shop) return custom_shop_name
  return (
    <>
      <TextLink to="/shops" search={{ zip: shop.zip }} sx={{ overflowWrap: 'anywhere' }}>
        {shop.name}
      </TextLink>
      {`, ${shop.city}`}
    </>
  )
}
