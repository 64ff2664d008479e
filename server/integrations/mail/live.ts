import { createTransport } from 'nodemailer'
import { MailIsDown, type MailPort } from './port.ts'

/** SMTP. Each mail keeps one Message-ID over all tries, by which mail servers know a second copy. */
export function smtpMail(settings: { url: string; from: string }): MailPort {
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
  })
  const domain =
    settings.from
      .replace(/>?\s*$/, '')
      .split('@')
      .at(-1) ?? 'localhost'
  return {
    leavesServer: true,
    async deliver({ id, recipient, subject, text, html, unsubscribe }) {
      const sending = transport.sendMail({
        from: settings.from,
        to: recipient,
        subject,
        text,
        ...(html && { html }),
        messageId: `<${id}@${domain}>`,
        ...(unsubscribe && { headers: oneClick(unsubscribe) }),
      })
      await sending.catch((error: { code?: unknown }) => {
        // What is wrong with one mail or its recipient says nothing of the others.
        if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') throw error
        throw new MailIsDown('The mail server takes nothing', { cause: error })
      })
    },
  }
}

/** By which mail programs show an 'Unsubscribe' of their own (RFC 2369, RFC 8058). */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
