import { setTimeout as sleep } from 'node:timers/promises'
import { NumberRejected, type SmsPort, SmsUnavailable, type TextMessage } from './port.ts'

const TIMEOUT_MS = 15_000
/** Delay between two messages. Twilio accepts more, but then queues them where we cannot see them. */
const PACE_MS = 100
/**
 * Twilio's permanent errors for a number: invalid, not allowed, its owner replied STOP, or not a mobile phone
 * (twilio.com/docs/api/errors).
 */
const REJECTED_NUMBER_CODES = new Set([21211, 21408, 21610, 21612, 21614])

interface TwilioSettings {
  accountSid: string
  authToken: string
  /** Sender number, or the SID of a messaging service ('MG…'). */
  from: string
  /** Base URL without a path. Tests use a fake server. */
  url?: string
  timeoutMs?: number
  paceMs?: number
}

/**
 * Twilio. It has no idempotency keys, so before a retry its list of messages to the number shows whether the first
 * attempt arrived.
 */
export function twilioSms({
  accountSid,
  authToken,
  from,
  url = 'https://api.twilio.com',
  timeoutMs = TIMEOUT_MS,
  paceMs = PACE_MS,
}: TwilioSettings): SmsPort {
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  let turn: Promise<unknown> = Promise.resolve()

  async function request(path: string, init: RequestInit): Promise<ProviderResponse> {
    const response = await fetch(path, {
      ...init,
      headers: { authorization, ...init.headers },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new SmsUnavailable('Twilio cannot be reached', { cause: error })
    })
    const body = (await response.json().catch(() => ({}))) as ProviderResponse['body']
    return { status: response.status, body }
  }

  /** Whether a message with this exact text was sent to the number since the first attempt. */
  async function isKnownToProvider({ recipient, text, triedAt }: TextMessage): Promise<boolean> {
    if (!triedAt) return false
    const query = new URLSearchParams({ To: international(recipient), PageSize: '100' })
    const { status, body } = await request(`${address}?${query}`, { method: 'GET' })
    if (status !== 200) throw rejectionError(status, body)
    // Allows for clock skew.
    const since = triedAt.getTime() - 60_000
    return (body.messages ?? []).some(
      (message) =>
        message.body === text && message.status !== 'failed' && Date.parse(message.date_created) >= since,
    )
  }

  async function submit(message: TextMessage): Promise<void> {
    if (await isKnownToProvider(message)) return
    const sender: Record<string, string> = from.startsWith('MG')
      ? { MessagingServiceSid: from }
      : { From: from }
    const { status, body } = await request(address, {
      method: 'POST',
      body: new URLSearchParams({ To: international(message.recipient), Body: message.text, ...sender }),
    })
    if (status !== 201) throw rejectionError(status, body)
  }

  return {
    leavesServer: true,
    deliver(message) {
      const submitted = turn.then(() => submit(message))
      turn = submitted.catch(() => {}).then(() => sleep(paceMs))
      return submitted
    },
  }
}

interface ProviderResponse {
  status: number
  body: {
    code?: number
    message?: string
    messages?: { body: string; status: string; date_created: string }[]
  }
}

/**
 * Classifies an error by Twilio's code, not by its text. All others are temporary: busy (429), down (5xx), or a wrong
 * key.
 */
function rejectionError(status: number, { code, message }: ProviderResponse['body']): Error {
  const text = `Twilio responded with ${status}${code ? ` (${code})` : ''}: ${message ?? ''}`
  return code !== undefined && REJECTED_NUMBER_CODES.has(code)
    ? new NumberRejected(text)
    : new SmsUnavailable(text)
}

const international = (digits: string) => (digits.startsWith('+') ? digits : `+1${digits}`)
