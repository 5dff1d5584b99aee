import { useTranslations } from 'use-intl'
import { CareFacts } from '#domains/retailer/web/care-block.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'

const steps = ['write', 'receipt', 'answer', 'missing', 'power', 'cut'] as const

/** How customer care works, in easy reading: how to reach it and when, the terms, and where to turn to afterwards. */
export function EasyReadingScreen() {
  const t = useTranslations('support.easy')
  const { organization, care } = useSettings()
  return (
    <>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead', { name: organization.name })}</p>
      </header>
      <section className="stack" aria-labelledby="easy-reach">
        <h2 id="easy-reach">{t('reach')}</h2>
        <ul className="stack">
          {organization.phone && (
            <li>
              {t.rich('call', {
                phone: () => <a href={telAddress(organization.phone)}>{organization.phone}</a>,
                hasHours: organization.schedule ? 'yes' : 'no',
                hours: organization.schedule,
              })}
            </li>
          )}
          {organization.email && (
            <li>
              {t.rich('mail', { email: () => <a href={`mailto:${organization.email}`}>{organization.email}</a> })}
            </li>
          )}
          <li>{t.rich('form', { link: (children) => <Link href="/contact">{children}</Link> })}</li>
        </ul>
      </section>
      {steps.map((step) => (
        <section key={step} className="stack" aria-labelledby={`easy-${step}`}>
          <h2 id={`easy-${step}`}>{t(`${step}.title`)}</h2>
          {t(`${step}.text`)
            .split('\n')
            .map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
        </section>
      ))}
      <section className="stack" aria-labelledby="easy-dispute">
        <h2 id="easy-dispute">{t('dispute.title')}</h2>
        <p>
          {t('dispute.text', {
            body: care.disputeBody || t('dispute.defaultBody'),
            hasContact: care.disputeContact ? 'yes' : 'no',
            contact: care.disputeContact,
          })}
        </p>
      </section>
      <CareFacts />
    </>
  )
}
