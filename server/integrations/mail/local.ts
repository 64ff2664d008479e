import type { MailPort } from './port.ts'

/** Sends no mail: it stays in its table, and /mailbox shows it in demo mode. */
export const localMail: MailPort = { leavesServer: false, deliver: async () => {} }
