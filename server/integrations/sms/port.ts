/** A text message as it stands in the table `text_messages`. */
export interface TextMessage {
  id: string
  /** Ten digits, in North America. */
  recipient: string
  text: string
  /**
   * When it was first handed over, where nobody heard how that ended: the provider may have it. Null: never.
   */
  triedAt: Date | null
}

/** The provider takes nothing from us now: it cannot be reached, is busy, or does not let us in. Try again. */
export class SmsUnavailable extends Error {}
/** This number gets nothing: it is none, no mobile phone, or its owner answered STOP. Never try again. */
export class NumberRejected extends Error {}

/** Hands text messages to the world. Throws when one was not taken. */
export interface SmsPort {
  /** Whether a delivered message is read elsewhere; else in our table, where /mailbox shows it. */
  leavesServer: boolean
  deliver(message: TextMessage): Promise<void>
}
