import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { StaleEditBanner } from '#kit/web/stale-edit-banner.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { type CurrentValues, currentValuesIn } from '#kit/web/use-edit-version.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { hasChanged, looksLikeEmail, subscriptionActionOf } from '../rules.ts'
import { NewsletterCards } from './newsletter-cards.tsx'
import styles from './newsletter-screen.module.css'
import { OwnAddress } from './own-address.tsx'
import {
  type NewsletterOption,
  type NewsletterPageState,
  newsletterPageQuery,
  saveNewsletterChoice,
  type Visit,
} from './queries.ts'

type ChoosingPageState = Extract<NewsletterPageState, { kind: 'owner' | 'visitor' }>
type NewsletterFormProps = { pageState: ChoosingPageState; visit: Visit; isEmailWrong: boolean }

/** The result of the last save, shown above the form. */
type SaveState =
  | { state: 'idle' }
  | { state: 'fetching' }
  | { state: 'success'; done: SaveResult }
  | { state: 'error'; thrown: unknown }

type SaveResult = { name: 'asked' | 'removed' } | { name: 'saved'; count: number; email: string }

/**
 * The form for the address and the newsletters, with one save button. Without JavaScript it is posted to its own URL,
 * which reports the outcome in the query.
 */
export function NewsletterForm({ pageState, visit, isEmailWrong }: NewsletterFormProps) {
  const t = useTranslations('newsletter')
  const outageText = useOutageText()
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
      setSaving({ state: 'success', done: applyReply(reply) })
    } catch (thrown) {
      const pageState = currentValuesIn(thrown)
      setCurrent(pageState)
      if (pageState) applyCurrent(pageState)
      setSaving(pageState ? { state: 'idle' } : { state: 'error', thrown })
    }
  }

  /** Replaces the version that was seen with the current subscriptions. What is ticked stays. */
  function applyCurrent({ version, selected_newsletters: ids }: CurrentValues) {
    const isSubscribed = ({ id }: NewsletterOption) => (ids as number[]).includes(id)
    const next = newsletters.map((newsletter) => ({ ...newsletter, isSubscribed: isSubscribed(newsletter) }))
    const nextState = owner && { ...owner, newsletters: next, version: String(version) }
    queries.setQueryData(newsletterPageQuery(send, visit).queryKey, nextState ?? undefined)
  }

  /** Applies a reply to the page. */
  function applyReply(reply: Awaited<ReturnType<typeof saveNewsletterChoice>>): SaveResult {
    if (!owner) return { name: 'asked' }
    const unsubscribed = newsletters.map((newsletter) => ({ ...newsletter, isSubscribed: false }))
    const next: NewsletterPageState =
      reply !== 'removed'
        ? { ...owner, ...reply, asked: null }
        : // A link belongs to a subscriber, who no longer exists. A session continues.
          visit.by === 'link'
          ? { kind: 'visitor', newsletters: unsubscribed }
          : { ...owner, newsletters: unsubscribed, subscriberId: null, version: undefined, asked: null }
    queries.setQueryData(newsletterPageQuery(send, visit).queryKey, next)
    if (reply === 'removed') return { name: 'removed' }
    const count = reply.newsletters.filter(({ isSubscribed }) => isSubscribed).length
    return { name: 'saved', count, email: owner.email }
  }

  function errorText(thrown: unknown): string {
    const outage = outageText(thrown)
    if (outage || !isRefused(thrown)) return outage ?? t('errors.save')
    const code = knownRefusals.find((refusal) => refusal === thrown.code)
    return code ? t(`refusals.${code}`) : t('errors.save')
  }

  function showCurrent() {
    setCurrent(undefined)
    setChosen(subscribed.map(({ id }) => id))
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={save}>
      {saving.state === 'success' && (
        <Banner tone="positive" isAlert>
          {saving.done.name === 'saved' ? t('done.saved', saving.done) : t(`done.${saving.done.name}`)}
        </Banner>
      )}
      <ErrorBanner>{saving.state === 'error' && errorText(saving.thrown)}</ErrorBanner>
      <StaleEditBanner current={current} onAcceptCurrent={showCurrent}>
        {subscribed.map(({ name }) => name).join(', ') || '—'}
      </StaleEditBanner>
      {isConfirming && saving.state === 'idle' && <p>{t('done.confirmLead', { email: owner.email })}</p>}
      {owner ? (
        <OwnAddress email={owner.email} subscriberId={owner.subscriberId} />
      ) : (
        <TextField
          name="email"
          type="email"
          width="medium"
          autoComplete="email"
          label={t('email.label')}
          hint={t('email.visitorHint')}
          error={hasWrongEmail ? t('email.invalid') : undefined}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      <NewsletterCards
        newsletters={newsletters}
        chosen={chosen}
        isDisabled={readonlyReason !== undefined}
        onChoose={setChosen}
      />
      <div className="line">
        <Button type="submit" isBusy={saving.state === 'fetching'} disabledReason={disabledReason}>
          {!owner && action === 'unsubscribe'
            ? t('deeds.sendLink')
            : owner && action === 'subscribe'
              ? t('deeds.save')
              : t(`deeds.${action}`)}
        </Button>
      </div>
    </form>
  )
}

const knownRefusals = ['newsletter_link_invalid', 'newsletter_locked', 'too_many_attempts'] as const

/** Returns what is ticked initially: the subscriptions, and what the link confirms. */
function initialChoice(pageState: ChoosingPageState): number[] {
  const requested = pageState.kind === 'owner' ? (pageState.asked ?? []) : []
  return pageState.newsletters
    .filter(({ id, isSubscribed }) => isSubscribed || requested.includes(id))
    .map(({ id }) => id)
}
