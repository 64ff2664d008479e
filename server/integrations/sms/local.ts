import type { SmsPort } from './port.ts'

/** Sends no text messages: they stay in their table, and /mailbox shows them in demo mode. */
export const localSms: SmsPort = { leavesServer: false, deliver: async () => {} }
