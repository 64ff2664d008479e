import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SANDBOX_CARDS, SANDBOX_PAYPAL } from '#domain/money/sandbox-cards.ts'
import { fakeTransactions } from './fake-braintree-transactions.ts'

/** The accepted keys, as an installation would configure them. */
export const FAKE_BRAINTREE = {
  environment: 'sandbox' as const,
  merchantId: 'test_merchant',
  publicKey: 'test_public_key',
  privateKey: 'test_private_key',
  merchantAccounts: { USD: null, CAD: 'test_cad' },
}
const AUTHORIZATION = `Basic ${Buffer.from(`${FAKE_BRAINTREE.publicKey}:${FAKE_BRAINTREE.privateKey}`).toString('base64')}`

interface Method {
  nonce: string
  token: string
  xml: string
}

/**
 * Fakes the used calls of Braintree's HTTP API: JSON in, XML out, as the Node SDK sends and reads them (its http.js,
 * gateways and `validation_error_codes.js`). Approved nonces follow Braintree's public list.
 */
export async function startFakeBraintree() {
  const customers = new Map<string, Method[]>()
  const requests: { method: string; path: string; body: Record<string, unknown> }[] = []
  let tokens = 0
  const transactions = fakeTransactions((token) => allMethods().some((each) => each.token === token))

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const { method = '', url = '' } = request
    requests.push({ method, path: url, body })
    if (request.headers.authorization !== AUTHORIZATION) return respond(response, 401, '')
    const path = url.replace(`/merchants/${FAKE_BRAINTREE.merchantId}`, '')
    const [, noun, id] = path.split('/')
    if (method === 'POST' && noun === 'client_token')
      return respond(response, 201, '<client-token><value>eyJ2ZXJzaW9uIjoyfQ==</value></client-token>')
    if (noun === 'transactions')
      return respond(response, ...transactions.respond(method, path.split('/').slice(2), body))
    if (method === 'POST' && noun === 'customers') return createCustomer(response, body.customer as Customer)
    if (method === 'POST' && noun === 'payment_methods')
      return addCard(response, body.payment_method as NewMethod)
    if (noun === 'payment_method_nonces') return respond(response, 200, nonceXml(id ?? ''))
    if (noun === 'payment_methods') return oneMethod(response, method, path.split('/')[3] ?? '')
    const methods = customers.get(id ?? '')
    if (noun !== 'customers' || !id || !methods) return respond(response, 404, '')
    if (method === 'DELETE') {
      customers.delete(id)
      return respond(response, 200, '')
    }
    return respond(response, 200, customerXml(id, methods))
  })

  function createCustomer(response: ServerResponse, { id, payment_method_nonce: nonce, ...rest }: Customer) {
    const unknown = Object.keys(rest).filter(
      (key) => !/^(first_name|last_name|company|email|phone|credit_card)$/.test(key),
    )
    if (unknown.length > 0 || id.length > 36) return respond(response, 422, errorXml('customer', '91610'))
    if (customers.has(id)) return respond(response, 422, errorXml('customer', '91609'))
    if (nonce === undefined) {
      customers.set(id, [])
      return respond(response, 201, customerXml(id, []))
    }
    const rejection = rejectionOf(nonce)
    if (rejection) return respond(response, 422, rejection)
    const methods = [make(id, nonce)]
    customers.set(id, methods)
    return respond(response, 201, customerXml(id, methods))
  }

  function addCard(
    response: ServerResponse,
    { customer_id: id, payment_method_nonce: nonce, token, options }: NewMethod,
  ) {
    const methods = customers.get(id)
    if (!methods) return respond(response, 422, errorXml('credit-card', '91705'))
    if (allMethods().some((each) => each.token === token))
      return respond(response, 422, errorXml('credit-card', '91718'))
    const rejection = rejectionOf(nonce)
    if (rejection) return respond(response, 422, rejection)
    if (
      options?.fail_on_duplicate_payment_method_for_customer &&
      methods.some((each) => each.nonce === nonce)
    )
      return respond(response, 422, errorXml('credit-card', '81763'))
    const method = make(id, nonce, token)
    methods.push(method)
    return respond(response, 201, method.xml)
  }

  const allMethods = () => [...customers.values()].flat()

  function oneMethod(response: ServerResponse, method: string, token: string) {
    const found = allMethods().find((each) => each.token === token)
    if (!found) return respond(response, 404, '')
    if (method === 'GET') return respond(response, 200, found.xml)
    for (const [id, methods] of customers)
      customers.set(
        id,
        methods.filter((each) => each !== found),
      )
    return respond(response, 200, '')
  }

  function make(customerId: string, nonce: string, token = `token_${++tokens}`): Method {
    const card = SANDBOX_CARDS.find((candidate) => candidate.nonce === nonce)
    if (!card)
      return {
        nonce,
        token,
        xml: `<paypal-account><token>${token}</token><customer-id>${customerId}</customer-id><email>buyer@example.com</email></paypal-account>`,
      }
    const xml = `<credit-card><token>${token}</token><customer-id>${customerId}</customer-id><card-type>${card.cardType}</card-type>
      <last-4>${card.number.slice(-4)}</last-4><expiration-month>12</expiration-month>
      <expiration-year>2031</expiration-year><cardholder-name nil="true"/></credit-card>`
    return { nonce, token, xml }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    settle: transactions.settle,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

interface Customer {
  id: string
  payment_method_nonce?: string
}
interface NewMethod {
  customer_id: string
  payment_method_nonce: string
  token?: string
  options?: { fail_on_duplicate_payment_method_for_customer?: boolean }
}

function rejectionOf(nonce: string): string | undefined {
  if (nonce === SANDBOX_PAYPAL) return undefined
  const card = SANDBOX_CARDS.find((candidate) => candidate.nonce === nonce)
  if (!card) return errorXml('credit-card', '91732')
  if (card.verdict === 'invalid') return errorXml('credit-card', '91731')
  if (card.verdict === 'expired')
    return declinedXml.replace('>2000<', '>2004<').replace('Do Not Honor', 'Expired Card')
  return card.verdict === 'declined' ? declinedXml : undefined
}

/** The details of a nonce have no last four digits in some responses, so this has two. */
function nonceXml(nonce: string): string {
  const card = SANDBOX_CARDS.find((candidate) => candidate.nonce === nonce)
  const details = card
    ? `<card-type>${card.cardType}</card-type><last-two>${card.number.slice(-2)}</last-two>
      <expiration-month>12</expiration-month><expiration-year>2031</expiration-year>`
    : '<payer-info><email>buyer@example.com</email></payer-info>'
  return `<payment-method-nonce><nonce>${nonce}</nonce><details>${details}</details></payment-method-nonce>`
}

const customerXml = (id: string, methods: Method[]) => {
  const of = (kind: string) =>
    methods
      .filter(({ xml }) => xml.startsWith(`<${kind}>`))
      .map(({ xml }) => xml)
      .join('')
  return `<customer><id>${id}</id><credit-cards type="array">${of('credit-card')}</credit-cards>
    <paypal-accounts type="array">${of('paypal-account')}</paypal-accounts></customer>`
}

const errorXml = (noun: string, code: string) => `<api-error-response><errors><errors type="array"/>
  <${noun}><errors type="array"><error><code>${code}</code><attribute type="symbol">base</attribute>
  <message>Refused</message></error></errors></${noun}></errors><message>Refused</message></api-error-response>`

const declinedXml = `<api-error-response><errors><errors type="array"/></errors><message>Do Not Honor</message>
  <verification><status>processor_declined</status><processor-response-code>2000</processor-response-code>
  </verification></api-error-response>`

function respond(response: ServerResponse, status: number, xml: string) {
  response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8' })
  response.end(xml && `<?xml version="1.0" encoding="UTF-8"?>${xml}`)
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text ? JSON.parse(text) : {}
}
