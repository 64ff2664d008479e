/** A mail as it stands in the table `mails`. */
export interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
  /** The same with a look; null: text alone. */
  html?: string | null
  /** Address that ends mails of this kind with one POST (RFC 8058); null: they cannot be ended. */
  unsubscribe?: string | null
}

/**
 * A mail to be. `secretMinutes`: how long its text opens something, a code or a link. `usefulMinutes`: how
 * long anybody has any use for it.
 */
export interface NewMail extends Omit<Mail, 'id'> {
  secretMinutes?: number
  usefulMinutes?: number | undefined
}

/** The mail server cannot be reached, or takes nothing from us: no mail gets anywhere now. */
export class MailUnavailable extends Error {}
/** This address takes no mail. Never try again. */
export class AddressRejected extends Error {}

/** Hands mail to the world. Throws when it was not taken (MailIsDown: none would be); the job tries again, but for AddressRefused. */
export interface MailPort {
  /** Whether a delivered mail is read elsewhere; else in our table, where its text must stay for a while. */
  leavesServer: boolean
  deliver(mail: Mail): Promise<void>
}
