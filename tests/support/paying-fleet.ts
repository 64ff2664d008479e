import { sql } from '#server/db/sql.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { SandboxFault } from '#server/integrations/card-gateway/local-ledger.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/payment-timings.ts'
import { completeAsShop } from '#server/modules/orders/shop-links/shop-actions.service.ts'
import { anOpenOrder } from './orders.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** No delays: an attempt unknown to the gateway counts as lost at once. */
export const QUICK_PAYMENTS = {
  ...PAYMENT_TIMINGS,
  claimSeconds: 0,
  searchSeconds: 0,
  searchEverySeconds: 0,
  captureWaits: [0, 0],
}

/** Starts a server whose sandbox gateway fails as set in `faults.next`, and delivers searches after `faults.afterFind`. */
export async function startPayingServer(options: TestServerOptions = {}) {
  const faults: { next: SandboxFault; afterFind: () => Promise<void> } = {
    next: () => null,
    afterFind: () => Promise.resolve(),
  }
  const server = await startTestServer({
    cards: (db) => {
      const gateway = sandboxGateway(db, (operation, key) => faults.next(operation, key))
      const find = async (key: string) => {
        const found = await gateway.find(key)
        await faults.afterFind()
        return found
      }
      return { ...gateway, find }
    },
    paymentTimings: QUICK_PAYMENTS,
    ...options,
  })
  const service = await server.build.service({ name: 'Oil change' })
  return { server, faults, service, ...moneyOf(server, service) }
}

function moneyOf(server: TestServer, service: { id: number }) {
  /** A fleet that pays through the platform, with an owner and a default card. */
  async function aPayingFleet(
    provider: 'Braintree' | 'WEX' | 'Fleetcor' = 'Braintree',
    given: Parameters<TestServer['build']['fleet']>[0] = {},
  ) {
    const accountId =
      given.accountId ?? (provider === 'Fleetcor' ? (await server.build.account()).id : undefined)
    const fleet = await server.build.fleet({ ...given, ...(accountId !== undefined && { accountId }) })
    const owner = await server.build.user(fleet, { firstName: 'Dana' })
    await server.db.query(sql`
      update fleets set pays_through_platform = true, payment_providers = array[${provider}]::text[],
        fuel_card_account_number = '0412345678901' where id = ${fleet.id}`)
    const card = await server.build.paymentMethod(fleet, owner, { isDefault: true })
    return { fleet, owner, card, provider, client: await server.as(owner) }
  }
  type PayingFleet = Awaited<ReturnType<typeof aPayingFleet>>

  async function anOrder(of: PayingFleet, price = '100.00', status = 'awaiting_approval') {
    const vehicle = await server.build.vehicle(of.fleet)
    return anOpenOrder(server.db, vehicle, { status, serviceId: service.id, price })
  }

  const approve = (of: PayingFleet, order: { id: number }) =>
    of.client.put(`/orders/${order.id}`, {
      status: 'approved',
      ...(of.provider === 'Braintree' && { payment_method_id: of.card.id }),
    })

  const complete = (of: PayingFleet, order: { id: number }) =>
    server.db.tenant(of.fleet.id, (tx) =>
      completeAsShop(
        { tx, clock: server.services.now, shop: { fleet: { id: of.fleet.id }, orderId: order.id } },
        {},
      ),
    )

  /** Processes everything that is due. */
  async function reconcile() {
    for (let round = 0; round < 8; round++) await server.services.payments.reconcile()
  }

  /** An order that was approved, completed and captured. */
  async function aPaidOrder(of: PayingFleet, price = '100.00') {
    const order = await anOrder(of, price)
    await approve(of, order)
    await complete(of, order)
    await reconcile()
    return order
  }

  const statusOf = async (order: { id: number }) => {
    const [row] = await server.db.query<{ status: string }>(
      sql`select status from shop_orders where id = ${order.id}`,
    )
    return row?.status
  }

  /** Returns an order's transactions at the gateway, including refunds, without declined and voided ones. */
  const atGateway = (order: { id: number }) =>
    server.db.query<{ kind: string; status: string; amount: string }>(sql`
      select t.kind, t.status, t.amount from card_sandbox.transactions t
        left join card_sandbox.transactions s on s.id = t.sale_id
      where coalesce(s.key, t.key) like 'order-' || ${order.id}::bigint || '-%'
        and t.status not in ('declined', 'voided') order by t.created_at`)

  return { aPayingFleet, anOrder, approve, complete, reconcile, aPaidOrder, statusOf, atGateway }
}
