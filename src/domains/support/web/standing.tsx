import { useTranslations } from 'use-intl'
import { Chip, type Tone } from '#kit/web/chip.tsx'
import type { Request } from '../api.ts'

const known = {
  in_process: 'plain',
  being_processed: 'plain',
  additional_information_required: 'warning',
  accepted: 'positive',
  denied: 'negative',
  requested: 'plain',
  waiting_for_signature: 'warning',
  sent: 'plain',
  done: 'positive',
  refused: 'negative',
} as const satisfies Record<string, Tone | 'plain'>

export type KnownState = keyof typeof known

/** How a case or a change stands. What goes its way is plain text; what waits for the customer or is decided carries a chip. */
export function Standing({ state }: { state: Request['state'] }) {
  const t = useTranslations('support.states')
  if (!isKnown(state)) return null
  const tone = known[state]
  return tone === 'plain' ? <span className="small soft nowrap">{t(state)}</span> : <Chip tone={tone}>{t(state)}</Chip>
}

// Another server may know states that have no word here.
function isKnown(state: string): state is KnownState {
  return state in known
}
