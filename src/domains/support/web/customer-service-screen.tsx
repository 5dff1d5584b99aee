import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { ClaimForm } from './contact/claim-form.tsx'

export { loadClaim as load } from './load-support.ts'

/** The page for a customer care case about a contract. */
export function CustomerServiceScreen() {
  const t = useTranslations('support.claim')
  const helpTexts = useTranslations('support.help')
  return (
    <>
      <header className="stack">
        <BackLink href="/help">{helpTexts('title')}</BackLink>
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      <ClaimForm search={useSearch({ strict: false }) as SearchParams} />
    </>
  )
}
