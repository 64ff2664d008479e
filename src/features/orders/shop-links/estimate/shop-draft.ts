import { type DraftSlot, isInDraftOf } from '#src/lib/drafts/draft-storage.ts'

/** Draft slot of a form on the shop's page. A shop has no user or fleet, so the order identifies it. */
export const shopDraft = (form: 'estimate' | 'finish', orderId: number): DraftSlot => ({
  ...{ fleetId: 0, userId: 0 },
  form: `shop-${form}:${orderId}`,
})

/** Whether an unsaved form of the order includes a file, in any tab. */
export const isInShopDraft = (orderId: number, fileId: string): boolean =>
  (['estimate', 'finish'] as const).some((form) => isInDraftOf(shopDraft(form, orderId), fileId))
