import { setTimeout as sleep } from 'node:timers/promises'
import { NumberRejected, type SmsPort, SmsUnavailable, type TextMessage } from './port.ts'

const TIMEOUT_MS = 15_000
/** Between two messages: Twilio takes more, but spreads them at the cost of a queue that we cannot see into. */
const PACE_MS = 100
/**
 * What Twilio says of a number that will not change: no valid number, none that it may send to, its owner answered STOP, no
 * mobile phone (twilio.com/docs/api/errors).
 */
const REFUSALS = new Set([21211, 21408, 21610, 21612, 21614])

export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** Number that messages come from, or the SID of a messaging service ('MG…'). */
  from: string
  /** Without a path; tests have a stand-in. */
  url?: string
  timeoutMs?: number
  paceMs?: number
}

/**
 * Twilio. It has no idempotency keys: before a message is handed over a second time, its list of messages to the number
 * tells whether the first time was heard.
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

  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(path, {
      ...init,
      headers: { authorization, ...init.headers },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new SmsUnavailable('Twilio cannot be reached', { cause: error })
    })
    const body = (await response.json().catch(() => ({}))) as Answer['body']
    return { status: response.status, body }
  }

  /** Whether a message with these very words went to the number since it was first handed over. */
  async function isThere({ recipient, text, triedAt }: TextMessage): Promise<boolean> {
    if (!triedAt) return false
    const query = new URLSearchParams({ To: international(recipient), PageSize: '100' })
    const { status, body } = await ask(`${address}?${query}`, { method: 'GET' })
    if (status !== 200) throw refusal(status, body)
    // Both clocks may be a little apart.
    const since = triedAt.getTime() - 60_000
    return (body.messages ?? []).some(
      (one) => one.body === text && one.status !== 'failed' && Date.parse(one.date_created) >= since,
    )
  }

  async function hand(message: TextMessage): Promise<void> {
    if (await isThere(message)) return
    const sender: Record<string, string> = from.startsWith('MG')
      ? { MessagingServiceSid: from }
      : { From: from }
    const { status, body } = await ask(address, {
      method: 'POST',
      body: new URLSearchParams({ To: international(message.recipient), Body: message.text, ...sender }),
    })
    if (status !== 201) throw refusal(status, body)
  }

  return {
    leavesServer: true,
    deliver(message) {
      const handed = turn.then(() => hand(message))
      turn = handed.catch(() => {}).then(() => sleep(paceMs))
      return handed
    },
  }
}

interface Answer {
  status: number
  body: {
    code?: number
    message?: string
    messages?: { body: string; status: string; date_created: string }[]
  }
}

/** By what Twilio calls it, not by its words; all else may pass: busy (429), down (5xx), a key that somebody puts right. */
function refusal(status: number, { code, message }: Answer['body']): Error {
  const words = `Twilio answered ${status}${code ? ` (${code})` : ''}: ${message ?? ''}`
  return code !== undefined && REFUSALS.has(code) ? new NumberRejected(words) : new SmsUnavailable(words)
}

const international = (digits: string) => (digits.startsWith('+') ? digits : `+1${digits}`)
