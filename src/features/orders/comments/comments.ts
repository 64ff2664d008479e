import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { Order } from '#contract/orders/order.ts'
import { followSave } from '#src/forms/follow-save.ts'
import { whenSettled } from '#src/forms/when-settled.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { orderEntityId } from '#src/offline/model/ids.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Comments that this user entered and that are not on the server yet. */
export interface WaitingComments {
  opId: string
  /** Empty: removes the comments. */
  comments: string
  /** Requires a user decision: rejected, or someone else changed them too. */
  needsYou: boolean
}

const Payload = z.object({
  fields: z.object({ customer_comments: z.catch(z.optional(z.string()), undefined) }),
})

/** Returns the latest of the waiting entries that changes an order's comments, or null. */
export function waitingCommentsOf(entries: readonly WaitingEntry[], orderId: number): WaitingComments | null {
  const id = orderEntityId(orderId)
  const entry = entries.findLast(({ kind, entityId }) => kind === 'order-comments.update' && entityId === id)
  if (!entry) return null
  return {
    opId: entry.opId,
    comments: z.safeParse(Payload, entry.payload).data?.fields.customer_comments ?? '',
    needsYou: needsUserAction(entry.state),
  }
}

/** Returns the waiting comments of an order on this device. */
export function useWaitingComments(orderId: number): WaitingComments | null {
  const { outbox } = useOffline()
  const entries = useLiveOptional(outbox.entries)
  return useMemo(() => waitingCommentsOf(entries ?? [], orderId), [entries, orderId])
}

const Seen = z.object({
  rev: z.int(),
  customer_comments: z.nullable(z.string()),
  waiting: z.nullable(z.object({ opId: z.string(), comments: z.string() })),
})
/** What the user saw when they began to type: the order's comments with its revision, and their own waiting change. */
export type SeenComments = z.infer<typeof Seen>

const Draft = z.object({ typed: z.string(), seen: z.catch(z.nullable(Seen), null) })
export interface CommentsDraft {
  typed: string
  /** Null: the next save is based on the comments of then. */
  seen: SeenComments | null
}

/** Restores a stored draft; undefined if it is malformed. */
export const parseComments = (stored: unknown): CommentsDraft | undefined => z.safeParse(Draft, stored).data

type CommentedOrder = Pick<Order, 'rev' | 'customer_comments'>

/** Returns what a draft stores of the comments that the user sees now. */
export const seenComments = (order: CommentedOrder, waiting: WaitingComments | null): SeenComments => ({
  rev: order.rev,
  customer_comments: order.customer_comments,
  waiting: waiting && { opId: waiting.opId, comments: waiting.comments },
})

/**
 * Returns what a save is based on: what the user saw, or the current order if only other fields changed since.
 */
export function baseOfSave(
  seen: SeenComments | null,
  order: CommentedOrder,
  waiting: WaitingComments | null,
): SeenComments {
  const isSame = !seen?.waiting && !waiting && seen?.customer_comments === order.customer_comments
  return seen && !isSame ? seen : seenComments(order, waiting)
}

/** Saves changed comments on this device, sends them as soon as possible, and shows the outcome. */
export function useSaveComments() {
  const t = useTexts('outbox', 'orders')
  const toast = useToast()
  const { outbox } = useOffline()
  const [isSaving, setSaving] = useState(false)

  /** @returns whether it was saved on this device */
  async function save(comments: string, order: Order, base: SeenComments): Promise<boolean> {
    const { rev, waiting } = base
    const seen = waiting ? waiting.comments || null : base.customer_comments
    setSaving(true)
    try {
      const saved = outbox.enqueue({
        kind: 'order-comments.update',
        id: orderEntityId(order.id),
        basis: { rev, opId: waiting?.opId ?? null, seen: { ...order, customer_comments: seen } },
        payload: {
          order_id: order.id,
          vehicle_id: order.vehicle_id,
          ...(comments && { customer_comments: comments }),
        },
        files: [],
        removedFileIds: [],
      })
      const { opId } = await followSave(saved, () => toast('info', t('outbox:command.uncertain')))
      const { end } = await whenSettled(outbox, opId)
      if (end === 'refused') toast('danger', t('outbox:command.refused'))
      else toast('success', end === 'sent' ? t('orders:alert.updated') : t('outbox:command.here'))
      return true
    } catch (error) {
      console.error('The comments could not be stored', error)
      toast('danger', t('outbox:command.failed'))
      return false
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}
