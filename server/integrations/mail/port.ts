/** A row of the table `mails`. */
export interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
  /** HTML version. Null: plain text only. */
  html?: string | null
  /** URL that unsubscribes with one POST (RFC 8058). Null: cannot be unsubscribed. */
  unsubscribe?: string | null
}

/**
 * A mail to send. `secretMinutes`: how long its code or link is valid. `usefulMinutes`: how long it is worth
 * delivering.
 */
export interface NewMail extends Omit<Mail, 'id'> {
  secretMinutes?: number
  usefulMinutes?: number | undefined
}

/** The mail server is unreachable or rejects us, so no mail can be delivered. */
export class MailUnavailable extends Error {}
/** This address accepts no mail. Do not retry. */
export class AddressRejected extends Error {}

/**
 * Delivers mail. Throws when it was not accepted (MailUnavailable: none would be). The job retries, except after
 * AddressRejected.
 */
export interface MailPort {
  /**
   * Whether delivered mail is read elsewhere. Otherwise it is read in our table, where its text must stay for a while.
   */
  leavesServer: boolean
  deliver(mail: Mail): Promise<void>
}
