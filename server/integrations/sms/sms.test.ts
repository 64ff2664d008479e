// One contract for both implementations: the local one, and Twilio against a fake server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAKE_TWILIO, REJECTED_NUMBERS, startFakeTwilio } from '#tests/support/fake-twilio.ts'
import { twilioSms } from './live.ts'
import { localSms } from './local.ts'
import { NumberRejected, type SmsPort, SmsUnavailable } from './port.ts'

let fake: Awaited<ReturnType<typeof startFakeTwilio>>
let live: SmsPort
const twilio = (given: { authToken?: string; from?: string; url?: string } = {}) =>
  twilioSms({ ...FAKE_TWILIO, from: '+16145550100', url: fake.url, ...given })
beforeAll(async () => {
  fake = await startFakeTwilio()
  live = twilio()
})
afterAll(() => fake.stop())

let count = 0
const aText = (given: { recipient?: string; text?: string; triedAt?: Date } = {}) => ({
  id: crypto.randomUUID(),
  recipient: `61455501${String(++count).padStart(2, '0')}`,
  text: 'Wheelbook: Van 7: oil change · due at 62,000 mi.',
  triedAt: null,
  ...given,
})
const sentTo = (recipient: string) => fake.messages.filter(({ to }) => to === `+1${recipient}`)

describe.each([
  ['the local sink', () => localSms],
  ['Twilio', () => live],
] as const)('%s', (_, sms) => {
  it('accepts a message in any alphabet and of any allowed length', async () => {
    for (const text of ['Short', 'Échéance aujourd’hui · 漢字', 'x'.repeat(1600)])
      await expect(sms().deliver(aText({ text }))).resolves.toBeUndefined()
  })

  it('accepts a message again that may have been accepted before', async () => {
    const text = aText()
    await sms().deliver(text)
    await expect(sms().deliver({ ...text, triedAt: new Date() })).resolves.toBeUndefined()
  })
})

describe('Twilio', () => {
  it('receives number, text and sender, with the number in international format', async () => {
    const text = aText()
    await live.deliver(text)
    expect(sentTo(text.recipient)).toMatchObject([{ body: text.text, from: '+16145550100' }])
    const service = `MG${'0'.repeat(32)}`
    const other = aText()
    await twilio({ from: service }).deliver(other)
    expect(sentTo(other.recipient)).toMatchObject([{ from: null, messaging_service_sid: service }])
  })

  it('is queried first when the outcome of the first attempt is unknown, so that no message arrives twice', async () => {
    const text = aText()
    const triedAt = new Date()
    fake.trouble('answer lost')
    await expect(live.deliver(text)).rejects.toBeInstanceOf(SmsUnavailable)
    expect(sentTo(text.recipient)).toHaveLength(1)
    await live.deliver({ ...text, triedAt })
    expect(sentTo(text.recipient)).toHaveLength(1)
    // Other text, or the same text sent long before, is another message.
    await live.deliver({ ...text, text: 'Another one', triedAt })
    await live.deliver({ ...text, triedAt: new Date(Date.now() + 3_600_000) })
    expect(sentTo(text.recipient)).toHaveLength(3)
  })

  it.each(['too many', 'down', 'not JSON'] as const)('that is %s may be tried again', async (trouble) => {
    const text = aText()
    fake.trouble(trouble)
    await expect(live.deliver(text)).rejects.toBeInstanceOf(SmsUnavailable)
    await live.deliver(text)
    expect(sentTo(text.recipient)).toHaveLength(1)
  })

  it('with wrong credentials or unreachable, can be retried later', async () => {
    await expect(twilio({ authToken: 'wrong' }).deliver(aText())).rejects.toBeInstanceOf(SmsUnavailable)
    await expect(twilio({ url: 'http://127.0.0.1:1' }).deliver(aText())).rejects.toBeInstanceOf(
      SmsUnavailable,
    )
  })

  it.each(Object.entries(REJECTED_NUMBERS))(
    'says of %s (%d) that it gets nothing, for good',
    async (number) => {
      await expect(live.deliver(aText({ recipient: number.slice(2) }))).rejects.toBeInstanceOf(NumberRejected)
    },
  )

  it('receives messages one after another, not all at once', async () => {
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 6 }, () => live.deliver(aText())))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(450)
  })
})
