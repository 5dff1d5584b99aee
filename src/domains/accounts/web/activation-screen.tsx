import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { LinkOutcomeCard, linkOutcomeQuery } from './link-outcome.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignUp } from './sign-up.tsx'

/** Fetches the outcome of an expired link. If it cannot be read, another link can still be requested. */
export async function load({ send, search, prefetch }: LoadContext) {
  if (search.failed === 'link_over') await prefetch(linkOutcomeQuery(send)).catch(() => undefined)
}

/**
 * The page where a customer sets their first password by a one-time link. Without a link, or with an expired one,
 * another can be requested where sign-up is open; a link that was used shows its outcome.
 */
export function ActivationScreen() {
  const t = useTranslations('accounts.activation')
  const navigate = useNavigate()
  const { features } = useSettings()
  const { failed, step } = useSearch({ strict: false }) as SearchParams
  const [isOver, setOver] = useState(failed === 'link_over')
  const outcome = useQuery({ ...linkOutcomeQuery(useSend()), enabled: isOver })
  if (step === 'password' && !isOver)
    return (
      <NewPasswordForm
        purpose="activation"
        title={t('passwordTitle')}
        lead={t('passwordLead')}
        action={t('activate')}
        // They are signed in from here on, but the loaded page does not know it yet.
        onDone={(next) => void navigate({ to: next ?? '/welcome', reloadDocument: true })}
        onExpired={() => setOver(true)}
      />
    )
  if (isOver && outcome.isPending) return null
  // An unused link that was not for a signature has no outcome to show: another one is requested.
  if (isOver && outcome.data && (outcome.data.used_at || outcome.data.signature))
    return <LinkOutcomeCard outcome={outcome.data} />
  if (!features.signup) return <LinkExpired />
  return <SignUp path="/activation" title={t('title')} lead={t('lead')} action={t('submit')} isLinkExpired={isOver} />
}

/** Where sign-up is closed, only the retailer can send another link. */
function LinkExpired() {
  const t = useTranslations('accounts')
  const { phone } = useSettings().organization
  return (
    <SummaryCard
      isPageTitle
      label={t('activation.overTitle')}
      actions={
        <>
          <ButtonLink href="/login">{t('login')}</ButtonLink>
          {phone && (
            <ButtonLink variant="second" href={telAddress(phone)}>
              {phone}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('activation.over')}
    </SummaryCard>
  )
}
