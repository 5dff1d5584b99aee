import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { ContactForm } from './contact/contact-form.tsx'
import { UnsignedForm } from './contact/unsigned-form.tsx'
import { contractsQuery } from './queries.ts'
import { useIsMeterReading } from './readings/use-is-meter-reading.ts'

export { loadContact as load } from './load-support.ts'

/** The page for writing to the retailer: customers about their contracts, everyone else about anything. */
export function ContactScreen() {
  const t = useTranslations('support.contact')
  const easyTexts = useTranslations('support.easy')
  const helpTexts = useTranslations('support.help')
  const unrequestedTexts = useTranslations('support.unrequested')
  const { signedIn, hasUpstream } = useBoot()
  const { data: contracts } = useQuery({ ...contractsQuery(useSend()), enabled: signedIn !== null })
  // Customers without a contract use the form for visitors; the answer is sent by mail.
  const hasContracts = signedIn !== null && contracts?.length !== 0
  const search = useSearch({ strict: false }) as SearchParams
  const isMeterReading = useIsMeterReading(search)
  return (
    <>
      <header className="stack">
        {signedIn && <BackLink href="/help">{helpTexts('title')}</BackLink>}
        <h1>{t('title')}</h1>
        <p className="lead">
          {isMeterReading && hasContracts
            ? t('readingLead')
            : hasContracts
              ? t('lead')
              : signedIn
                ? t('withoutContractLead')
                : t.rich('unsignedLead', {
                    enter: (children) => <Link href="/login?redirectPath=%2Fcontact">{children}</Link>,
                  })}
        </p>
        <p className="small">
          <Link href="/easy-reading">{easyTexts('link')}</Link>
          {!hasUpstream && (
            <>
              {' · '}
              <Link href="/unrequested-switch">{unrequestedTexts('link')}</Link>
            </>
          )}
        </p>
      </header>
      {hasContracts ? <ContactForm search={search} isMeterReading={isMeterReading} /> : <UnsignedForm />}
    </>
  )
}
