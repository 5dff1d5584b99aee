import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { usePreselectedContract } from './contact/contract-select.tsx'
import { UnrequestedForm } from './unrequested/unrequested-form.tsx'

export { loadUnrequestedSwitch as load } from './load-support.ts'

/** The page that undoes a switch which nobody asked for, by one form: for customers and for anybody else. */
export function UnrequestedSwitchScreen() {
  const t = useTranslations('support.unrequested')
  const { signedIn } = useBoot()
  const { contract } = useSearch({ strict: false }) as SearchParams
  return (
    <>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      <Banner tone="notice">{t('rights')}</Banner>
      {signedIn ? <OwnForm contractName={contract} /> : <UnrequestedForm contracts={[]} preselected="" />}
    </>
  )
}

/** The form of a customer, about one of their contracts if they have any. */
function OwnForm({ contractName }: { contractName: string | undefined }) {
  const { contracts, preselected } = usePreselectedContract(contractName)
  return <UnrequestedForm contracts={contracts} preselected={preselected} />
}
