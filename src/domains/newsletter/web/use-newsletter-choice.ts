import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type CurrentValues, currentValuesIn } from '#kit/web/form/use-edit-version.ts'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { hasChanged, looksLikeEmail, subscriptionActionOf } from '../rules.ts'
import { type ChoosingPageState, pageAfterReply, type SaveResult, saveResultOf } from './newsletter-reply.ts'
import { type NewsletterOption, newsletterPageQuery, saveNewsletterChoice, type Visit } from './queries.ts'

/** The result of the last save, shown above the form. */
type SaveState =
  | { state: 'idle' }
  | { state: 'fetching' }
  | { state: 'success'; done: SaveResult }
  | { state: 'error'; thrown: unknown }

/** The page to choose on, and how the visitor came there. */
export type NewsletterFormProps = { pageState: ChoosingPageState; visit: Visit; isEmailWrong: boolean }

/** Holds which newsletters are chosen, saves them, and describes the outcome. */
export function useNewsletterChoice({ pageState, visit, isEmailWrong }: NewsletterFormProps) {
  const t = useTranslations('newsletter')
  const send = useSend()
  const queries = useQueryClient()
  const readonlyReason = useReadonlyReason()
  const { newsletters } = pageState
  const subscribed = newsletters.filter(({ isSubscribed }) => isSubscribed)
  const owner = pageState.kind === 'owner' ? pageState : null
  const [chosen, setChosen] = useState(() => initialChoice(pageState))
  const [email, setEmail] = useState('')
  const [hasWrongEmail, setWrongEmail] = useState(isEmailWrong)
  const [saving, setSaving] = useState<SaveState>({ state: 'idle' })
  const [current, setCurrent] = useState<CurrentValues>()
  const isFirstTime = owner?.subscriberId === null
  const isConfirming = owner !== null && owner.asked !== null
  const action = subscriptionActionOf(chosen, { isFirstTime })
  const isUnchanged = owner !== null && !isConfirming && !hasChanged(newsletters, chosen)
  const disabledReason = readonlyReason ?? (isUnchanged ? t('unchanged') : undefined)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (disabledReason !== undefined || saving.state === 'fetching') return
    if (!owner && !looksLikeEmail(email)) return setWrongEmail(true)
    setWrongEmail(false)
    setSaving({ state: 'fetching' })
    try {
      const reply = await saveNewsletterChoice(send, owner?.key ?? email.trim(), chosen, owner?.version)
      setCurrent(undefined)
      if (owner)
        queries.setQueryData(newsletterPageQuery(send, visit).queryKey, pageAfterReply(pageState, reply, visit.by))
      setSaving({ state: 'success', done: saveResultOf(pageState, reply) })
    } catch (thrown) {
      const stored = currentValuesIn(thrown)
      setCurrent(stored)
      if (stored) applyCurrent(stored)
      setSaving(stored ? { state: 'idle' } : { state: 'error', thrown })
    }
  }

  /** Replaces the version that was seen with the current subscriptions. What is ticked stays. */
  function applyCurrent({ version, selected_newsletters: ids }: CurrentValues) {
    const isSubscribed = ({ id }: NewsletterOption) => (ids as number[]).includes(id)
    const next = newsletters.map((newsletter) => ({ ...newsletter, isSubscribed: isSubscribed(newsletter) }))
    const nextState = owner && { ...owner, newsletters: next, version: String(version) }
    queries.setQueryData(newsletterPageQuery(send, visit).queryKey, nextState ?? undefined)
  }

  function showCurrent() {
    setCurrent(undefined)
    setChosen(subscribed.map(({ id }) => id))
  }

  return {
    ...{ owner, newsletters, subscribed, chosen, setChosen, email, setEmail, hasWrongEmail },
    ...{ saving, current, action, isConfirming, readonlyReason, disabledReason, save, showCurrent },
  }
}

/** Returns what is ticked initially: the subscriptions, and what the link confirms. */
function initialChoice(pageState: ChoosingPageState): number[] {
  const requested = pageState.kind === 'owner' ? (pageState.asked ?? []) : []
  return pageState.newsletters
    .filter(({ id, isSubscribed }) => isSubscribed || requested.includes(id))
    .map(({ id }) => id)
}
