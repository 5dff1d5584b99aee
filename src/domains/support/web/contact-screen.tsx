import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/back-link.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { ContactForm } from './contact-form.tsx'
import { contractsQuery } from './queries.ts'
import { UnsignedForm } from './unsigned-form.tsx'
import { useIsMeterReading } from './use-is-meter-reading.ts'

export { loadContact as load } from './load-support.ts'

/** Where the retailer is written to: by customers about their contracts, by everybody else about anything. */
export function ContactScreen() {
  const t = useTranslations('support.contact')
  const ofHelp = useTranslations('support.help')
  const { signedIn } = useBoot()
  const { data: contracts } = useQuery({ ...contractsQuery(useSend()), enabled: signedIn !== null })
  // Whoever has no contract writes as anybody does; the answer comes by mail.
  const hasContracts = signedIn !== null && contracts?.length !== 0
  const search = useSearch({ strict: false }) as Search
  const isMeterReading = useIsMeterReading(search)
  return (
    <>
      <header className="stack">
        {signedIn && <BackLink href="/help">{ofHelp('title')}</BackLink>}
        <h1>{t('title')}</h1>
        <p className="lead">
          {isMeterReading && hasContracts
            ? t('readingLead')
            : hasContracts
              ? t('lead')
              : signedIn
                ? t('withoutContractLead')
                : t.rich('unsignedLead', {
                    enter: (words) => <Link href="/login?redirectPath=%2Fcontact">{words}</Link>,
                  })}
        </p>
      </header>
      {hasContracts ? <ContactForm search={search} isMeterReading={isMeterReading} /> : <UnsignedForm />}
    </>
  )
}
