import { createTransport } from 'nodemailer'
import { CircuitError, type CircuitLimits, type CircuitOptions, createCircuit } from '../circuit.ts'
import { PORT_LIMITS } from '../limits.ts'
import { AddressRejected, type Mail, type MailPort, MailUnavailable } from './port.ts'

/** SMTP. Each email keeps one Message-ID over all attempts, so that mail servers can recognize duplicates. */
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
        await circuit.run((signal) => submit(mail, signal))
      } catch (error) {
        throw error instanceof CircuitError ? new MailUnavailable(error.message, { cause: error }) : error
      }
    },
  }

  async function submit({ id, recipient, subject, text, html, unsubscribe }: Mail, signal: AbortSignal) {
    const sending = transport.sendMail({
      signal,
      from: settings.from,
      // Passed as an object, because a comma or bracket in a string would create other addresses.
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
      // An error of one email or recipient says nothing about the others.
      if (error.code === 'EMESSAGE' || (error.code === 'EENVELOPE' && !isOfSender(error))) throw error
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

/** Enhanced status code of a response, such as 5.1.1 (RFC 3463). */
const enhancedCode = ({ response = '' }: SmtpError) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

/** Codes of an invalid sender (RFC 3463). Some servers report it only at the recipient. */
const SENDER_CODES = ['5.1.7', '5.1.8']

/** Whether the mail server rejects our own address, as for every other email. A too large email is only its own problem. */
function isOfSender(error: SmtpError): boolean {
  const enhanced = enhancedCode(error) ?? ''
  if (SENDER_CODES.includes(enhanced)) return true
  return error.command === 'MAIL FROM' && error.responseCode !== 552 && enhanced !== '5.3.4'
}

/**
 * Whether the mail server rejects this recipient permanently (RFC 5321 §4.2.3, RFC 3463: x.1.x is an address, x.2.1 a
 * disabled mailbox). A relay rejection (5.7.x) does not concern the address and may be fixed; a full mailbox may be emptied.
 */
function isOfAddress(error: SmtpError): boolean {
  const { code, command, responseCode = 0 } = error
  if (code !== 'EENVELOPE' || command !== 'RCPT TO') return false
  const enhanced = enhancedCode(error)
  if (enhanced === undefined) return [550, 551, 553].includes(responseCode)
  return (enhanced.startsWith('5.1.') && !SENDER_CODES.includes(enhanced)) || enhanced === '5.2.1'
}

/** Headers that make mail programs show their own 'Unsubscribe' (RFC 2369, RFC 8058). */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
