import { createTransport } from 'nodemailer'
import { CircuitError, type CircuitLimits, type CircuitOptions, createCircuit } from '../circuit.ts'
import { PORT_LIMITS } from '../limits.ts'
import { AddressRejected, type Mail, type MailPort, MailUnavailable } from './port.ts'

/** SMTP. Each mail keeps one Message-ID over all tries, by which mail servers know a second copy. */
export function smtpMail(
  settings: { url: string; from: string },
  { limits = PORT_LIMITS.mail, log }: Pick<CircuitOptions, 'log'> & { limits?: CircuitLimits } = {},
): MailPort {
  const circuit = createCircuit('mail', limits, {
    log,
    isFailure: (error) => error instanceof MailUnavailable,
  })
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
  })
  const domain = settings.from.split('@').at(-1)?.replaceAll(/[>\s]/g, '') ?? 'localhost'
  return {
    leavesServer: true,
    async deliver(mail) {
      try {
        await circuit.run((signal) => hand(mail, signal))
      } catch (error) {
        throw error instanceof CircuitError ? new MailUnavailable(error.message) : error
      }
    },
  }

  async function hand({ id, recipient, subject, text, html, unsubscribe }: Mail, signal: AbortSignal) {
    const sending = transport.sendMail({
      signal,
      from: settings.from,
      // Not as text, in which a comma or a bracket would make other addresses of it.
      to: { name: '', address: recipient },
      subject,
      text,
      ...(html && { html }),
      messageId: `<${id}@${domain}>`,
      ...(unsubscribe && { headers: oneClick(unsubscribe) }),
    })
    await sending.catch((error: SmtpError) => {
      if (isOfAddress(error))
        throw new AddressRejected('The mail server knows no such address', { cause: error })
      // What is wrong with one mail or its recipient says nothing of the others.
      if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') throw error
      throw new MailUnavailable('The mail server takes nothing', { cause: error })
    })
  }
}

interface SmtpError {
  code?: unknown
  command?: string
  responseCode?: number
  response?: string
}

/**
 * Whether the mail server will never take mail for the recipient (RFC 5321 §4.2.3, RFC 3463: x.1.x is the address). That it
 * does not relay for us (5.7.x) says nothing of the address, and somebody may put it right.
 */
function isOfAddress({ code, command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (code !== 'EENVELOPE' || command !== 'RCPT TO') return false
  const enhanced = /^\d{3}[ -](\d\.\d{1,3})\.\d{1,3}\b/.exec(response)?.[1]
  return enhanced === undefined ? [550, 551, 553].includes(responseCode) : enhanced === '5.1'
}

/** By which mail programs show an 'Unsubscribe' of their own (RFC 2369, RFC 8058). */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
