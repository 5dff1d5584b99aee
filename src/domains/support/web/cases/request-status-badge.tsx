import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '#kit/web/display/badge.tsx'
import type { RequestListItem } from '../../api.ts'

const tones = {
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

export type KnownRequestState = keyof typeof tones

/**
 * Shows the state of a case or a change: as plain text while it is in progress, and as a badge if it waits for the
 * customer or is decided.
 */
export function RequestStatusBadge({ state, closure }: Pick<RequestListItem, 'state' | 'closure'>) {
  const t = useTranslations('support.states')
  if (closure) return <Badge tone="plain">{t(closure)}</Badge>
  if (!isKnownRequestState(state)) return null
  const tone = tones[state]
  return tone === 'plain' ? (
    <span className="small soft nowrap">{t(state)}</span>
  ) : (
    <Badge tone={tone}>{t(state)}</Badge>
  )
}

// An upstream server may return states that have no text here.
function isKnownRequestState(state: string): state is KnownRequestState {
  return state in tones
}
