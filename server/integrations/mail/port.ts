/** A mail as it stands in the table `mails`. */
export interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
}

/** Hands mail to the world. Throws when it was not taken; the job tries again. */
export interface MailPort {
  deliver(mail: Mail): Promise<void>
}
