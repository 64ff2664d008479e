import { createTransport } from 'nodemailer'
import type { MailPort } from './port.ts'

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
    async deliver({ id, recipient, subject, text }) {
      await transport.sendMail({
        from: settings.from,
        to: recipient,
        subject,
        text,
        messageId: `<${id}@${domain}>`,
      })
    },
  }
}
