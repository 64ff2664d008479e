import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import { api, queries } from '#src/api/client.ts'
import type { FormState } from '#src/forms/useFormState.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { DecisionDraft } from './decision.ts'

/** Adds the note of a decision's draft to the order. */
export function useApproverNote(
  order: Pick<Order, 'id' | 'shop_id'>,
  { draft, write }: Pick<FormState<DecisionDraft>, 'draft' | 'write'>,
) {
  const client = useQueryClient()
  const { run, isBusy, failure } = useWrite({
    call: (comment: string, { key }) =>
      api.approvals.addNote(
        { shop_order_id: order.id, shop_id: order.shop_id, comment },
        { context: { key } },
      ),
    refresh: () => void client.invalidateQueries({ queryKey: queries.approvals.notes.key() }),
  })

  /** Sends the note. Text that was added meanwhile stays in the field. Returns false if it failed. */
  async function send(): Promise<boolean> {
    const sent = draft.note
    if (sent.trim() && !(await run(sent.trim()))) return false
    if (sent) write((before) => ({ ...before, note: textAfter(sent, before.note) }))
    return true
  }
  return { send, isBusy, failure }
}

/** Returns what was added to a text after it was sent; the whole text if it was rewritten. */
const textAfter = (sent: string, now: string) =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
