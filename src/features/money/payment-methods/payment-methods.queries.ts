import { queries } from '#src/api/client.ts'

/** What the card form starts with: new each time, since the gateway's tokens are for one form (PAY-010). */
export const cardTokenQuery = () =>
  queries.paymentMethods.clientToken.queryOptions({ staleTime: 0, gcTime: 0, retry: false })
