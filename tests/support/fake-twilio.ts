import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The accepted account. */
export const FAKE_TWILIO = { accountSid: 'AC00000000000000000000000000000000', authToken: 'right token' }
/** Numbers that Twilio rejects, with its error code. */
export const REJECTED_NUMBERS = { '+16145550001': 21211, '+16145550002': 21610, '+16145550003': 21614 }

interface Message {
  sid: string
  to: string
  from: string | null
  messaging_service_sid: string | null
  body: string
  status: string
  date_created: string
}
/** Failure injected into the next request. 'answer lost': the message is accepted, but the response is lost. */
type Trouble = 'too many' | 'down' | 'not JSON' | 'answer lost'

/** Fakes the part of Twilio's REST API for text messages: create one, list those to a number. */
export async function startFakeTwilio() {
  const messages: Message[] = []
  const troubles: Trouble[] = []
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const trouble = troubles.shift()
    if (trouble === 'too many')
      return respond(429, { code: 20429, message: 'Too Many Requests', status: 429 })
    if (trouble === 'down') return respond(503, { code: 20503, message: 'Service unavailable', status: 503 })
    if (trouble === 'not JSON') return response.writeHead(502).end('<html>Bad gateway</html>')
    const url = new URL(request.url ?? '/', 'http://twilio')
    const right = Buffer.from(`${FAKE_TWILIO.accountSid}:${FAKE_TWILIO.authToken}`).toString('base64')
    if (request.headers.authorization !== `Basic ${right}`)
      return respond(401, { code: 20003, message: 'Authenticate', status: 401 })
    if (url.pathname !== `/2010-04-01/Accounts/${FAKE_TWILIO.accountSid}/Messages.json`)
      return respond(404, { code: 20404, message: 'Not found', status: 404 })
    if (request.method === 'GET')
      return respond(200, { messages: messages.filter(({ to }) => to === url.searchParams.get('To')) })
    return create(form, trouble, respond, response)
  }

  function create(
    form: URLSearchParams,
    trouble: Trouble | undefined,
    respond: (status: number, body: object) => void,
    response: ServerResponse,
  ) {
    const to = form.get('To') ?? ''
    const code = (REJECTED_NUMBERS as Record<string, number>)[to]
    if (code) return respond(400, { code, message: 'Refused', status: 400 })
    const message: Message = {
      sid: `SM${String(messages.length).padStart(32, '0')}`,
      to,
      from: form.get('From'),
      messaging_service_sid: form.get('MessagingServiceSid'),
      body: form.get('Body') ?? '',
      status: 'queued',
      // Twilio's format: RFC 2822, whole seconds.
      date_created: new Date().toUTCString(),
    }
    messages.push(message)
    if (trouble === 'answer lost') return response.destroy()
    return respond(201, message)
  }

  return {
    messages,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Injects a failure into the next request. */
    trouble: (next: Trouble) => void troubles.push(next),
    stop: () => new Promise((done) => server.close(done)),
  }
}
