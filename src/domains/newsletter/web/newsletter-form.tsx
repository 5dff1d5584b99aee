import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { NewsletterCards } from './newsletter-cards.tsx'
import styles from './newsletter-screen.module.css'
import { OwnAddress } from './own-address.tsx'
import { type NewsletterFormProps, useNewsletterChoice } from './use-newsletter-choice.ts'

/**
 * The form for the address and the newsletters, with one save button. Without JavaScript it is posted to its own URL,
 * which reports the outcome in the query.
 */
export function NewsletterForm(props: NewsletterFormProps) {
  const t = useTranslations('newsletter')
  const choice = useNewsletterChoice(props)
  const { owner, newsletters, subscribed, saving, current, isConfirming, readonlyReason, disabledReason } = choice
  const errorText = useErrorText()

  return (
    <form className={styles.form} method="post" noValidate onSubmit={choice.save}>
      {saving.state === 'success' && (
        <Banner tone="positive" isAlert>
          {saving.done.name === 'saved' ? t('done.saved', saving.done) : t(`done.${saving.done.name}`)}
        </Banner>
      )}
      <ErrorBanner>{saving.state === 'error' && errorText(saving.thrown)}</ErrorBanner>
      <StaleEditBanner current={current} onAcceptCurrent={choice.showCurrent}>
        {subscribed.map(({ name }) => name).join(', ') || '—'}
      </StaleEditBanner>
      {owner && isConfirming && saving.state === 'idle' && <p>{t('done.confirmLead', { email: owner.email })}</p>}
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
          error={choice.hasWrongEmail ? t('email.invalid') : undefined}
          value={choice.email}
          onChange={(event) => choice.setEmail(event.target.value)}
        />
      )}
      <NewsletterCards
        newsletters={newsletters}
        chosen={choice.chosen}
        isDisabled={readonlyReason !== undefined}
        onChoose={choice.setChosen}
      />
      <div className="line">
        <Button type="submit" isBusy={saving.state === 'fetching'} disabledReason={disabledReason}>
          {submitText(owner !== null, choice.action)}
        </Button>
      </div>
    </form>
  )

  function submitText(isOwner: boolean, action: typeof choice.action): string {
    if (!isOwner && action === 'unsubscribe') return t('deeds.sendLink')
    return isOwner && action === 'subscribe' ? t('deeds.save') : t(`deeds.${action}`)
  }
}

const knownRefusals = ['newsletter_link_invalid', 'newsletter_locked', 'too_many_attempts'] as const

function useErrorText(): (thrown: unknown) => string {
  const t = useTranslations('newsletter')
  const outageText = useOutageText()
  return (thrown) => {
    const outage = outageText(thrown)
    if (outage || !isRefused(thrown)) return outage ?? t('errors.save')
    const code = knownRefusals.find((refusal) => refusal === thrown.code)
    return code ? t(`refusals.${code}`) : t('errors.save')
  }
}
