import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { Plate } from '#kit/web/plate.tsx'
import { useSend } from '#kit/web/portal.ts'
import { telAddress } from '#kit/web/tel-address.ts'
import { LinkOutcomePlate, linkOutcomeQuery } from './link-outcome.tsx'
import { NewPassword } from './new-password.tsx'
import { SignUp } from './sign-up.tsx'

/** What became of a link that is over; that this is not known keeps nobody from asking for another. */
export async function load({ send, search, prefetch }: LoadContext) {
  if (search.failed === 'link_over') await prefetch(linkOutcomeQuery(send)).catch(() => undefined)
}

/**
 * Where a mailed link lets a customer choose their first password; without one, or with one that is over, it is asked
 * for, where people may sign up; one that is known is told what it has done.
 */
export function ActivationScreen() {
  const t = useTranslations('accounts.activation')
  const navigate = useNavigate()
  const { features } = useSettings()
  const { failed, step } = useSearch({ strict: false }) as Search
  const [isOver, setOver] = useState(failed === 'link_over')
  const outcome = useQuery({ ...linkOutcomeQuery(useSend()), enabled: isOver })
  if (step === 'password' && !isOver)
    return (
      <NewPassword
        purpose="activation"
        title={t('passwordTitle')}
        lead={t('passwordLead')}
        action={t('activate')}
        // From here on they are signed in, of which the page knows nothing yet.
        onDone={(next) => void navigate({ to: next ?? '/welcome', reloadDocument: true })}
        onOver={() => setOver(true)}
      />
    )
  if (isOver && outcome.isPending) return null
  // One that nobody used and that was mailed to sign nothing has done nothing to be told of: another is asked for.
  if (isOver && outcome.data && (outcome.data.used_at || outcome.data.signature))
    return <LinkOutcomePlate outcome={outcome.data} />
  if (!features.signup) return <LinkOver />
  return <SignUp path="/activation" title={t('title')} lead={t('lead')} action={t('submit')} isOver={isOver} />
}

/** Where nobody signs up, another link comes from the retailer alone. */
function LinkOver() {
  const t = useTranslations('accounts')
  const { phone } = useSettings().organization
  return (
    <Plate
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
    </Plate>
  )
}
