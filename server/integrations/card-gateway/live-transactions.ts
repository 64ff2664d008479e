import type { BraintreeGateway, Transaction } from 'braintree'
import type { Charge, DeclineReason, GatewayTransaction, SettlementResult } from './port.ts'

/** Processor response codes (Braintree's reference, 'Authorization responses'). */
const DECLINES: Record<string, DeclineReason> = {
  2000: 'do_not_honor',
  2046: 'do_not_honor',
  2001: 'insufficient_funds',
  2002: 'limit_exceeded',
  2003: 'limit_exceeded',
  2004: 'card_expired',
  2005: 'card_invalid',
  2006: 'card_invalid',
  2010: 'card_invalid',
  2012: 'fraud',
  2013: 'fraud',
  2014: 'fraud',
}
/** Fields of a sale that Braintree's validation reports, mapped to reasons that make sense to the payer. */
const REFUSED_FIELDS: Record<string, DeclineReason> = {
  amount: 'amount_refused',
  merchantAccountId: 'currency',
  paymentMethodToken: 'card_missing',
  paymentMethodNonce: 'card_missing',
  customerId: 'card_missing',
  expirationDate: 'card_expired',
  expirationMonth: 'card_expired',
  expirationYear: 'card_expired',
  number: 'card_invalid',
  creditCard: 'card_invalid',
  postalCode: 'billing_zip',
}
const STATUSES: Record<string, GatewayTransaction['status']> = {
  authorizing: 'authorized',
  authorized: 'authorized',
  submitted_for_settlement: 'captured',
  settlement_pending: 'captured',
  settlement_confirmed: 'captured',
  settling: 'captured',
  settled: 'captured',
  voided: 'voided',
  processor_declined: 'declined',
  gateway_rejected: 'declined',
}
/** Braintree's final statuses of a captured sale. */
const SETTLEMENTS: Record<string, SettlementResult> = {
  settled: 'settled',
  voided: 'settled',
  settlement_declined: 'declined',
}
/** The sale is not settled yet, so Braintree voids it instead of refunding it. */
const NOT_SETTLED = '91506'

/** Braintree's merchant account of each currency. Null: the merchant's default. */
interface MerchantAccounts {
  USD: string | null
  CAD: string | null
}

interface TransactionResult {
  success: boolean
  message?: string
  transaction?: Transaction
  errors?: { deepErrors(): { code: string; attribute?: string }[] }
}

/** Runs sales, captures, voids and refunds through Braintree's SDK. */
export function braintreeTransactions(gateway: BraintreeGateway, accounts: MerchantAccounts) {
  const codesOf = ({ errors }: TransactionResult) => errors?.deepErrors().map(({ code }) => code) ?? []

  async function search(key: string): Promise<GatewayTransaction[]> {
    const found: Transaction[] = []
    for await (const transaction of gateway.transaction.search((query) => query.orderId().is(key)))
      found.push(transaction as Transaction)
    return found.map(asTransaction).reverse()
  }
  const readOne = async (id: string) => asTransaction(await gateway.transaction.find(id))

  /** Returns the transaction of a response. Throws if there is none, because the outcome is unknown. */
  function demand(result: TransactionResult): GatewayTransaction {
    if (result.transaction) return asTransaction(result.transaction)
    throw new Error(`Braintree rejected the request: ${codesOf(result).join(', ')} ${result.message ?? ''}`)
  }

  return {
    async authorize({ key, token, amount, currency }: Charge): Promise<GatewayTransaction> {
      const merchantAccountId = accounts[currency]
      if (currency === 'CAD' && merchantAccountId === null)
        return { id: '', kind: 'sale', status: 'declined', amount, reason: 'currency' }
      const [known] = await search(key)
      if (known) return known
      const result: TransactionResult = await gateway.transaction.sale({
        amount,
        orderId: key,
        paymentMethodToken: token,
        ...(merchantAccountId !== null && { merchantAccountId }),
        options: { submitForSettlement: false },
      })
      // Rejected before any bank was contacted: nothing was charged, and the same request would be rejected again.
      const declineReason = declineReasonOf(result)
      if (declineReason) return { id: '', kind: 'sale', status: 'declined', amount, reason: declineReason }
      const transaction = demand(result)
      const isDuplicate =
        (result.transaction as { gatewayRejectionReason?: string } | undefined)?.gatewayRejectionReason ===
        'duplicate'
      // The first request arrived, but its response was lost.
      const first = isDuplicate
        ? (await search(key)).find(({ status }) => status === 'authorized')
        : undefined
      return first ?? transaction
    },
    async capture(id: string, amount: string): Promise<GatewayTransaction> {
      const result: TransactionResult = await gateway.transaction.submitForSettlement(id, amount)
      return result.success ? demand(result) : readOne(id)
    },
    async settlementOf(id: string): Promise<SettlementResult> {
      const { status } = await gateway.transaction.find(id)
      return SETTLEMENTS[status] ?? 'pending'
    },
    async void(id: string): Promise<GatewayTransaction> {
      const result: TransactionResult = await gateway.transaction.void(id)
      return result.success ? demand(result) : readOne(id)
    },
    async refund(id: string, { key, amount }: { key: string; amount: string }): Promise<GatewayTransaction> {
      const [known] = await search(key)
      if (known) return known
      const options = { amount, orderId: key } as unknown as string
      const result: TransactionResult = await gateway.transaction.refund(id, options)
      if (result.success) return demand(result)
      const sale = await readOne(id)
      if (sale.status === 'voided') return { ...sale, kind: 'refund', status: 'captured' }
      if (!codesOf(result).includes(NOT_SETTLED))
        return { id, kind: 'refund', status: 'failed', amount, reason: 'other' }
      if (Number(sale.amount) !== Number(amount)) throw new Error('The sale is not settled yet.')
      const voided: TransactionResult = await gateway.transaction.void(id)
      return { ...demand(voided), kind: 'refund', status: 'captured' }
    },
    find: search,
  }
}

/** Returns the field that validation rejected. Null: validation did not reject the request. */
function declineReasonOf(result: TransactionResult): DeclineReason | null {
  if (result.success || result.transaction) return null
  const errors = result.errors?.deepErrors() ?? []
  if (errors.length === 0) return null
  const named = errors.map(({ attribute }) => REFUSED_FIELDS[camel(attribute ?? '')])
  return named.find((reason) => reason !== undefined) ?? 'request_refused'
}

/** Normalizes 'payment_method_token' and 'paymentMethodToken' to the same name. */
const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

function asTransaction(transaction: Transaction): GatewayTransaction {
  const status = STATUSES[transaction.status] ?? 'failed'
  const isNo = status === 'declined' || status === 'failed'
  return {
    id: transaction.id,
    kind: transaction.type === 'credit' ? 'refund' : 'sale',
    status,
    amount: Number(transaction.amount).toFixed(2),
    reason: isNo ? reasonOf(transaction) : null,
  }
}

function reasonOf(transaction: Transaction): DeclineReason {
  const { gatewayRejectionReason } = transaction as { gatewayRejectionReason?: string }
  if (gatewayRejectionReason) return gatewayRejectionReason === 'fraud' ? 'fraud' : 'other'
  return DECLINES[transaction.processorResponseCode] ?? 'other'
}
