import type { Role } from '#contract/core/permissions.ts'
import { sumOf } from '#contract/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { judgeEstimate, reasonOf } from '../../maintenance/policies/policies.reads.ts'
import type { Approval, ApprovalMoves } from './approval-types.ts'
import type { OrderLifeService } from './order-life.service.ts'
import type { OrdersRepository } from './orders.repository.ts'

const OWNERS: Role[] = ['Owner', 'Account Owner']

interface Deps {
  orders: OrdersRepository
  life: OrderLifeService
  now: () => Date
}

export function approvalMoves({ orders, life, now }: Deps): ApprovalMoves {
  async function judge(tx: Transaction, { fleetId, orderId, userId, decision }: Approval) {
    const head = await orders.lock(tx, fleetId, orderId)
    if (!head) throw new Problem('not_found')
    if (head.status !== 'awaiting_approval') throw new Problem('order_status')
    if (decision.rev !== null && decision.rev !== head.rev)
      throw new Problem('stale', { etag: `"${head.rev}"` })
    const lines = await orders.lines(tx, fleetId, orderId)
    const estimate = {
      vehicleId: head.vehicle_id,
      amount: head.pre_tax_sub_total,
      serviceIds: lines.map((line) => line.service_definition_id),
    }
    const { atOnce, approvers } = await judgeEstimate(tx, fleetId, estimate)
    const mayApprove = userId === null ? atOnce !== null : await isApprover(tx, fleetId, userId, approvers)
    if (!mayApprove) throw new Problem('not_allowed')
    const rejected = new Set(decision.rejected.map(({ id }) => id))
    const kept = lines.filter(({ id }) => !rejected.has(id))
    if (kept.length === 0 || kept.length + rejected.size !== lines.length)
      throw new Problem('validation', { fields: { order_services: ['required'] } })
    const sums = await life.sumsOf(tx, head, sumOf(kept.map(({ total }) => total)))
    return { head, sums, because: atOnce && userId === null ? reasonOf(atOnce, estimate) : null }
  }

  async function isApprover(
    tx: Transaction,
    fleetId: number,
    userId: number,
    approvers: 'anyone' | 'owners' | readonly number[],
  ): Promise<boolean> {
    if (approvers === 'anyone') return true
    if (approvers !== 'owners') return approvers.includes(userId)
    return (await orders.peopleWithRoles(tx, fleetId, OWNERS)).some(({ id }) => id === userId)
  }

  return {
    async quote(tx, of) {
      const { sums } = await judge(tx, of)
      return { total: sums.total }
    },

    async approve(tx, of) {
      const { head, sums, because } = await judge(tx, of)
      await orders.rejectLines(tx, head, of.decision.rejected)
      await life.move(
        tx,
        { fleetId: of.fleetId, id: of.orderId },
        of.userId === null ? 'auto_approve' : 'approve',
        { system: true, userId: of.userId },
        {
          ...sums,
          approver_id: of.userId,
          is_auto_approved: of.userId === null,
          ...(because && { approved_because: because }),
          last_approval_date: now(),
        },
      )
    },
  }
}
