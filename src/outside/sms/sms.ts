/** A text message to a telephone. */
export type TextMessage = {
  /** With its country, as `+34600123456`. */
  to: string
  text: string
  at: Date
}

/** Who carries text messages to telephones. Throws when a message was not taken. */
export type Sms = { send(message: TextMessage): Promise<void> }
