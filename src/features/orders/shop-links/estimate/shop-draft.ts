import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'

/** Draft slot of a form on the shop's page. A shop has no user or fleet, so the order identifies it. */
export const shopDraft = (form: 'estimate' | 'finish', orderId: number): DraftSlot => ({
  ...{ fleetId: 0, userId: 0 },
  form: `shop-${form}:${orderId}`,
})
