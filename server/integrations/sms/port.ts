/** A row of the table `text_messages`. */
export interface TextMessage {
  id: string
  /** Ten digits, North American. */
  recipient: string
  text: string
  /** Time of the first attempt if its outcome is unknown: the provider may have the message. Null: no attempt. */
  triedAt: Date | null
}

/** The provider accepts nothing at the moment: unreachable, busy, or wrong credentials. Retry. */
export class SmsUnavailable extends Error {}
/** This number cannot receive messages: invalid, not a mobile phone, or its owner replied STOP. Do not retry. */
export class NumberRejected extends Error {}

/** Delivers text messages. Throws when one was not accepted. */
export interface SmsPort {
  /** Whether a delivered message is read elsewhere. Otherwise /mailbox shows it from our table. */
  leavesServer: boolean
  deliver(message: TextMessage): Promise<void>
}
