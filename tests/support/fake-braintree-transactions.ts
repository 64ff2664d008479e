import { randomBytes } from 'node:crypto'

interface Sale {
  id: string
  type: 'sale' | 'credit'
  orderId: string
  amount: string
  status: string
  code: string
  rejection: string
  of: string | null
}
type Reply = [status: number, xml: string]

/** Fakes Braintree's transaction calls: sale, search, settlement, void, refund. */
export function fakeTransactions(knows: (token: string) => boolean) {
  const sales = new Map<string, Sale>()

  const xmlOf = (
    sale: Sale,
  ) => `<transaction><id>${sale.id}</id><type>${sale.type}</type><status>${sale.status}</status>
    <amount>${sale.amount}</amount><order-id>${sale.orderId}</order-id>
    <processor-response-code>${sale.code}</processor-response-code>
    <gateway-rejection-reason${sale.rejection ? `>${sale.rejection}</gateway-rejection-reason>` : ' nil="true"/>'}
    <credit-card><token>t</token></credit-card></transaction>`
  const refuse = (code: string, sale?: Sale, attribute = 'base'): Reply => [
    422,
    `<api-error-response><errors><errors type="array"/>${
      code
        ? `<transaction><errors type="array"><error><code>${code}</code><attribute type="symbol">${attribute}</attribute><message>No</message></error></errors></transaction>`
        : ''
    }</errors><message>Refused</message>${sale ? xmlOf(sale) : ''}</api-error-response>`,
  ]

  function make(given: Partial<Sale>): Sale {
    const sale: Sale = {
      id: randomBytes(4).toString('hex'),
      type: 'sale',
      orderId: '',
      amount: '0.00',
      status: 'authorized',
      code: '1000',
      rejection: '',
      of: null,
      ...given,
    }
    sales.set(sale.id, sale)
    return sale
  }

  function sell(fields: Record<string, string>): Reply {
    const { amount = '', order_id: orderId = '', payment_method_token: token = '' } = fields
    if (!knows(token)) return refuse('91518', undefined, 'payment_method_token')
    if (!(Number(amount) > 0)) return refuse('81531', undefined, 'amount')
    if (Number(amount) > 9_999_999) return refuse('81528', undefined, 'amount')
    if (![undefined, 'test_cad'].includes(fields.merchant_account_id))
      return refuse('91513', undefined, 'merchant_account_id')
    if (amount === '4242.00') return refuse('91500')
    const cents = Number(amount)
    // Braintree's test amounts: from 2000 to 2999.99 the processor declines, with the amount as its code.
    if (cents >= 2000 && cents < 3000)
      return refuse(
        '',
        make({ orderId, amount, status: 'processor_declined', code: String(Math.floor(cents)) }),
      )
    if (amount === '5001.00')
      return refuse('', make({ orderId, amount, status: 'gateway_rejected', rejection: 'fraud' }))
    return [201, xmlOf(make({ orderId, amount }))]
  }

  function refund(
    sale: Sale,
    { amount = sale.amount, order_id: orderId = '' }: Record<string, string>,
  ): Reply {
    if (sale.status !== 'settled') return refuse('91506')
    const before = [...sales.values()].filter(({ of }) => of === sale.id)
    const sum = before.reduce((total, each) => total + Number(each.amount), Number(amount))
    if (sum > Number(sale.amount) + 0.001) return refuse('91521')
    return [
      201,
      xmlOf(make({ type: 'credit', orderId, amount, status: 'submitted_for_settlement', of: sale.id })),
    ]
  }

  function change(sale: Sale, act: string, fields: Record<string, string>): Reply {
    if (act === 'refund') return refund(sale, fields)
    if (act === 'void') {
      if (!['authorized', 'submitted_for_settlement'].includes(sale.status)) return refuse('91504')
      sale.status = 'voided'
    } else {
      if (sale.status !== 'authorized') return refuse('91507')
      if (Number(fields.amount ?? sale.amount) > Number(sale.amount)) return refuse('91522')
      sale.status = 'submitted_for_settlement'
      sale.amount = fields.amount ?? sale.amount
    }
    return [200, xmlOf(sale)]
  }

  return {
    /** Settles submitted transactions, like Braintree's nightly run. */
    settle() {
      for (const sale of sales.values())
        if (sale.status === 'submitted_for_settlement')
          sale.status = sale.amount === '4001.00' ? 'settlement_declined' : 'settled'
    },
    respond(method: string, parts: readonly string[], body: Record<string, unknown>): Reply {
      const [id = '', act = ''] = parts
      const search = (body.search ?? {}) as { order_id?: { is: string }; ids?: string[] }
      if (id === 'advanced_search_ids') {
        const ids = [...sales.values()].filter((sale) => sale.orderId === search.order_id?.is).reverse()
        const items = ids.map((sale) => `<item>${sale.id}</item>`).join('')
        return [
          200,
          `<search-results><page-size type="integer">50</page-size><ids type="array">${items}</ids></search-results>`,
        ]
      }
      if (id === 'advanced_search') {
        const found = (search.ids ?? []).flatMap((each) => sales.get(each) ?? [])
        return [
          200,
          `<credit-card-transactions type="collection">${found.map(xmlOf).join('')}</credit-card-transactions>`,
        ]
      }
      const fields = (body.transaction ?? {}) as Record<string, string>
      if (method === 'POST' && id === '') return sell(fields)
      const sale = sales.get(id)
      if (!sale) return [404, '']
      return method === 'GET' ? [200, xmlOf(sale)] : change(sale, act, fields)
    },
  }
}
