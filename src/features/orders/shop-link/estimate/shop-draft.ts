import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'

/** Draft of a form of the shop's page. A shop has no user and no fleet: the order names it. */
export const shopDraft = (form: 'estimate' | 'finish', orderId: number): DraftSlot => ({
  ...{ fleetId: 0, userId: 0 },
  form: `shop-${form}:${orderId}`,
})
