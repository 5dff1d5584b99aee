import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Search } from '#kit/web/page.ts'
import { NewPassword } from './new-password.tsx'
import { SignUp } from './sign-up.tsx'

/** Where a mailed link lets a customer choose their first password; without one, or with one that is over, it is asked for. */
export function ActivationScreen() {
  const t = useTranslations('accounts.activation')
  const navigate = useNavigate()
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
  return <SignUp path="/activation" title={t('title')} lead={t('lead')} action={t('submit')} isOver={isOver} />
}
