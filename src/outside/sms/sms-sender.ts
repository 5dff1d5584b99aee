/** A text message to a telephone. */
export type TextMessage = {
  /** With its country code, e.g. `+34600123456`. */
  to: string
  text: string
  at: Date
}

/** A carrier of text messages. Throws if a message was not accepted. */
export type SmsSender = { send(message: TextMessage): Promise<void> }
