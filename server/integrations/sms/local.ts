import type { SmsPort } from './port.ts'

/** No text message leaves this server: it stays in its table, and /mailbox shows it in demo mode. */
export const localSms: SmsPort = { leavesServer: false, deliver: async () => {} }
