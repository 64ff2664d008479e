import { type Page, pageOf } from '#contract/core/paging.ts'
import type { OrderNote } from '#contract/orders/approvals.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { findOrder } from '../orders/orders.service.ts'
import { approvalsRepository } from './approvals.repository.ts'

/** Lists one page of the notes of an order, newest first. 404 if the caller cannot see the order. */
export async function listNotes(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: { shop_order_id: number; page: number; per_page: number },
): Promise<Page & { notes: OrderNote[] }> {
  const order = await findOrder(tx, actor, query.shop_order_id)
  const { notes, count } = await approvalsRepository.notes(tx, actor.fleet.id, order.id, query)
  return { notes, ...pageOf(query, count) }
}

/**
 * Adds a note to an order in any status. 404 if the caller cannot see the order, 422 if the shop is a different one.
 */
export async function addNote(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  note: {
    shop_order_id: number
    shop_id?: number | null | undefined
    title?: string | undefined
    comment: string
  },
): Promise<{ status: 201; body: OrderNote }> {
  const order = await findOrder(tx, actor, note.shop_order_id)
  if (typeof note.shop_id === 'number' && note.shop_id !== order.shop_id)
    throw new Problem('validation', { fields: { shop_id: ['unknown'] } })
  const body = await approvalsRepository.addNote(tx, {
    fleetId: actor.fleet.id,
    orderId: order.id,
    userId: actor.userId,
    title: note.title ?? null,
    comment: note.comment,
  })
  return { status: 201, body }
}
