import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { isRefused } from '#kit/refusal.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { type Current, currentIn } from '#kit/web/use-seen-version.ts'
import { deedOf, isChanged, looksLikeEmail } from '../rules.ts'
import { NewsletterCards } from './newsletter-cards.tsx'
import styles from './newsletter-screen.module.css'
import { OwnAddress } from './own-address.tsx'
import { type ShownNewsletter, type Standing, sendChosen, standingQuery, type Visit } from './queries.ts'

type Chooser = Extract<Standing, { kind: 'owner' | 'visitor' }>
type ChoiceFormProps = { standing: Chooser; visit: Visit; isEmailWrong: boolean }

/** How the last saving went: what is then told above the form. */
type Saving =
  | { state: 'idle' }
  | { state: 'fetching' }
  | { state: 'success'; done: Done }
  | { state: 'error'; thrown: unknown }

type Done = { name: 'asked' | 'removed' } | { name: 'saved'; count: number; email: string }

/**
 * The address and the newsletters, with one button for all of it. Without script it is posted to its own address, which
 * answers with what was done in the query.
 */
export function ChoiceForm({ standing, visit, isEmailWrong }: ChoiceFormProps) {
  const t = useTranslations('newsletter')
  const outageText = useOutageText()
  const send = useSend()
  const queries = useQueryClient()
  const readonlyReason = useReadonlyReason()
  const { newsletters } = standing
  const subscribed = newsletters.filter(({ isSubscribed }) => isSubscribed)
  const owner = standing.kind === 'owner' ? standing : null
  const [chosen, choose] = useState(() => firstChosen(standing))
  const [email, setEmail] = useState('')
  const [hasWrongEmail, setWrongEmail] = useState(isEmailWrong)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [current, setCurrent] = useState<Current>()
  const isFirstTime = owner?.subscriberId === null
  const isConfirming = owner !== null && owner.asked !== null
  const deed = deedOf(chosen, { isFirstTime })
  const isUnchanged = owner !== null && !isConfirming && !isChanged(newsletters, chosen)
  const whyNot = readonlyReason ?? (isUnchanged ? t('unchanged') : undefined)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (whyNot !== undefined || saving.state === 'fetching') return
    if (!owner && !looksLikeEmail(email)) return setWrongEmail(true)
    setWrongEmail(false)
    setSaving({ state: 'fetching' })
    try {
      const reply = await sendChosen(send, owner?.key ?? email.trim(), chosen, owner?.version)
      setCurrent(undefined)
      setSaving({ state: 'success', done: taken(reply) })
    } catch (thrown) {
      const standing = currentIn(thrown)
      setCurrent(standing)
      if (standing) takeIn(standing)
      setSaving(standing ? { state: 'idle' } : { state: 'error', thrown })
    }
  }

  /** What is subscribed to now stands in the place of what was seen; what is ticked stays. */
  function takeIn({ version, selected_newsletters: ids }: Current) {
    const isSubscribed = ({ id }: ShownNewsletter) => (ids as number[]).includes(id)
    const next = newsletters.map((newsletter) => ({ ...newsletter, isSubscribed: isSubscribed(newsletter) }))
    const standingNow = owner && { ...owner, newsletters: next, version: String(version) }
    queries.setQueryData(standingQuery(send, visit).queryKey, standingNow ?? undefined)
  }

  /** Takes in what was answered. */
  function taken(reply: Awaited<ReturnType<typeof sendChosen>>): Done {
    if (!owner) return { name: 'asked' }
    const left = newsletters.map((newsletter) => ({ ...newsletter, isSubscribed: false }))
    const next: Standing =
      reply !== 'removed'
        ? { ...owner, ...reply, asked: null }
        : // A link is of a subscriber, who is no more; a session goes on.
          visit.by === 'link'
          ? { kind: 'visitor', newsletters: left }
          : { ...owner, newsletters: left, subscriberId: null, version: undefined, asked: null }
    queries.setQueryData(standingQuery(send, visit).queryKey, next)
    if (reply === 'removed') return { name: 'removed' }
    const count = reply.newsletters.filter(({ isSubscribed }) => isSubscribed).length
    return { name: 'saved', count, email: owner.email }
  }

  function told(thrown: unknown): string {
    const outage = outageText(thrown)
    if (outage || !isRefused(thrown)) return outage ?? t('errors.save')
    const code = toldRefusals.find((refusal) => refusal === thrown.code)
    return code ? t(`refusals.${code}`) : t('errors.save')
  }

  function take() {
    setCurrent(undefined)
    choose(subscribed.map(({ id }) => id))
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={save}>
      {saving.state === 'success' && (
        <Banner tone="positive" isNews>
          {saving.done.name === 'saved' ? t('done.saved', saving.done) : t(`done.${saving.done.name}`)}
        </Banner>
      )}
      <Failure>{saving.state === 'error' && told(saving.thrown)}</Failure>
      <ChangedMeanwhile current={current} onTake={take}>
        {subscribed.map(({ name }) => name).join(', ') || '—'}
      </ChangedMeanwhile>
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
        onChoose={choose}
      />
      <div className="line">
        <Button type="submit" isBusy={saving.state === 'fetching'} whyNot={whyNot}>
          {!owner && deed === 'unsubscribe'
            ? t('deeds.sendLink')
            : owner && deed === 'subscribe'
              ? t('deeds.save')
              : t(`deeds.${deed}`)}
        </Button>
      </div>
    </form>
  )
}

const toldRefusals = ['newsletter_link_invalid', 'newsletter_locked', 'too_many_attempts'] as const

/** What is ticked at first: what is subscribed to, and what the link is to confirm. */
function firstChosen(standing: Chooser): number[] {
  const asked = standing.kind === 'owner' ? (standing.asked ?? []) : []
  return standing.newsletters.filter(({ id, isSubscribed }) => isSubscribed || asked.includes(id)).map(({ id }) => id)
}
