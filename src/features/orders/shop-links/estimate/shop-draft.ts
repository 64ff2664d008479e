import { type DraftSlot, isInDraftOf, restoreDrafts } from '#src/lib/drafts/draft-storage.ts'
import type { FormDrafts } from '#src/offline/shop/shop-files.ts'

/** Draft slot of a form on the shop's page. A shop has no user or fleet, so the order identifies it. */
export const shopDraft = (form: 'estimate' | 'finish', orderId: number): DraftSlot => ({
  fleetId: 0,
  userId: 0,
  form: `shop-${form}:${orderId}`,
})

/** The drafts of an order's forms. */
export const shopDrafts = (orderId: number): FormDrafts => ({
  restore: restoreDrafts,
  include: (fileId) =>
    (['estimate', 'finish'] as const).some((form) => isInDraftOf(shopDraft(form, orderId), fileId)),
})
