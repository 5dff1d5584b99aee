import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { contractsQuery } from './queries.ts'
import { UnrequestedForm } from './unrequested/unrequested-form.tsx'

export { loadUnrequestedSwitch as load } from './load-support.ts'

/** The page that undoes a switch which nobody asked for, by one form: for customers and for anybody else. */
export function UnrequestedSwitchScreen() {
  const t = useTranslations('support.unrequested')
  const { signedIn } = useBoot()
  const { contract } = useSearch({ strict: false }) as SearchParams
  const { data: contracts = [] } = useQuery({ ...contractsQuery(useSend()), enabled: signedIn !== null })
  return (
    <>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      <Banner tone="notice">{t('rights')}</Banner>
      <UnrequestedForm contracts={contracts} contractName={contract} />
    </>
  )
}
