import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { ContactForm } from './contact-form.tsx'
import { UnsignedForm } from './unsigned-form.tsx'
import { useIsMeterReading } from './use-is-meter-reading.ts'

export { loadContact as load } from './load-support.ts'

/** Where the retailer is written to: by customers about their contracts, by everybody else about anything. */
export function ContactScreen() {
  const t = useTranslations('support.contact')
  const { signedIn } = useBoot()
  const search = useSearch({ strict: false }) as Search
  const isMeterReading = useIsMeterReading(search)
  return (
    <>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">
          {isMeterReading
            ? t('readingLead')
            : signedIn
              ? t('lead')
              : t.rich('unsignedLead', {
                  enter: (words) => <Link href="/login?redirectPath=%2Fcontact">{words}</Link>,
                })}
        </p>
      </header>
      {signedIn ? <ContactForm search={search} isMeterReading={isMeterReading} /> : <UnsignedForm />}
    </>
  )
}
