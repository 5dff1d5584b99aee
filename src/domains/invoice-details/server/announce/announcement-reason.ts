import type { MailTexts } from '#domains/messages/server/render-message.ts'
import { type BridgeCause, bridgeCauses } from '#vocabulary/bill-bridge/bridge-causes.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type ComparedWith, composeReasonSentence, type Reason } from '../../reason-sentence.ts'

type MessageValues = Parameters<NonNullable<ReturnType<MailTexts>['compose']>>[0]

/** Only the two largest causes are named. */
const namedCauses = [1, 2] as const

/** Writes why an invoice differs into the values of its announcement; nothing without an invoice to compare it with. */
export function writeReason(reason: Reason | null): MessageValues {
  if (!reason) return {}
  const values: MessageValues = { than: reason.than, differenceCents: reason.differenceCents }
  for (const place of namedCauses) {
    const step = reason.steps[place - 1]
    if (step) Object.assign(values, { [`cause${place}`]: step.cause, [`cause${place}Cents`]: step.amountCents })
  }
  return values
}

/**
 * Composes what an announcement says besides its values: the sentence from what `writeReason` has written, empty without a
 * comparison, and that an invoice corrects none and has no parts, which announcements of earlier versions do not tell.
 */
export function composeAnnouncement(
  values: MessageValues,
  t: (key: string, values?: Record<string, string>) => string,
  locale: Locale,
): MessageValues {
  const reason = readReason(values)
  return {
    reason: reason ? composeReasonSentence(reason, t, locale) : '',
    ...{ type: values.type ?? 'N', corrected: values.corrected ?? '', parts: values.parts ?? 0 },
  }
}

function readReason(values: MessageValues): Reason | null {
  const { than, differenceCents } = values
  if (than !== 'before' && than !== 'year') return null
  const steps = namedCauses.flatMap((place) => {
    const cause = bridgeCauses.find((known): known is BridgeCause => known === values[`cause${place}`])
    return cause ? [{ cause, amountCents: Number(values[`cause${place}Cents`]) }] : []
  })
  return { than: than satisfies ComparedWith, differenceCents: Number(differenceCents), steps }
}
