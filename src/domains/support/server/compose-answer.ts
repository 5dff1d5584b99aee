/** The grounds of a refusal, point by point. */
export type RefusalReason = { point: string; reason: string }
/** What an interruption of supply is due to, and when the supply is expected back. */
export type Outage = { cause: string; restoration: string }
/** Where a customer can turn to out of court, and how. */
export type DisputeBody = { disputeBody: string; disputeContact: string }

type AnswerParts = {
  message: string
  reasons: readonly RefusalReason[]
  outage: Outage | null
  /** Whether it accepts that a switch is undone. */
  putsBack?: boolean
  body: DisputeBody
}
type AnswerTexts = (key: string, values?: Record<string, string | number>) => string

/**
 * Returns the text of an answer as its customer reads it: the message; in an interruption the cause and the expected
 * restoration; of a switch that is undone, that nothing is paid for it; in a refusal its reasons point by point and the body out of court (Ley 10/2025, articles 13 and 17.2).
 */
export function composeAnswer(t: AnswerTexts, { message, reasons, outage, putsBack, body }: AnswerParts): string {
  const points = reasons.map(({ point, reason }, index) => `${index + 1}. ${point}: ${reason}`)
  return [
    message,
    ...(putsBack ? [t('putBack')] : []),
    ...(outage
      ? [`${t('cause', { cause: outage.cause })}\n${t('restoration', { restoration: outage.restoration })}`]
      : []),
    ...(points.length > 0 ? [[t('reasons'), ...points].join('\n'), disputeSentence(t, body)] : []),
  ].join('\n\n')
}

/** Returns the sentence that names the body out of court and how to reach it. */
function disputeSentence(t: AnswerTexts, { disputeBody, disputeContact }: DisputeBody): string {
  return t('dispute', {
    body: disputeBody || t('disputeDefault'),
    hasContact: disputeContact ? 'yes' : 'no',
    contact: disputeContact,
  })
}
