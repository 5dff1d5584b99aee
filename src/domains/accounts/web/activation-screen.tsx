import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { Plate } from '#kit/web/plate.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { NewPassword } from './new-password.tsx'
import { SignUp } from './sign-up.tsx'

/**
 * Where a mailed link lets a customer choose their first password; without one, or with one that is over, it is asked
 * for, where people may sign up.
 */
export function ActivationScreen() {
  const t = useTranslations('accounts.activation')
  const navigate = useNavigate()
  const { features } = useSettings()
  const { failed, step } = useSearch({ strict: false }) as Search
  const [isOver, setOver] = useState(failed === 'link_over')
  if (step === 'password' && !isOver)
    return (
      <NewPassword
        purpose="activation"
        title={t('passwordTitle')}
        lead={t('passwordLead')}
        action={t('activate')}
        // From here on they are signed in, of which the page knows nothing yet.
        onDone={() => void navigate({ to: '/welcome', reloadDocument: true })}
        onOver={() => setOver(true)}
      />
    )
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
