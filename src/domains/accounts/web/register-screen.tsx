import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { SignUp } from './sign-up.tsx'

/** The page where a customer requests an account for a contract that they have. */
export function RegisterScreen() {
  const t = useTranslations('accounts.register')
  const { name } = useSettings().organization
  return <SignUp path="/register" title={t('title')} lead={t('lead', { name })} action={t('submit')} />
}
