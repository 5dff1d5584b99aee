import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button } from '#kit/web/button.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { LanguageLinks } from '#kit/web/languages.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { withPrefix } from '#vocabulary/phone.ts'
import { ownDetailsQuery } from './queries.ts'

const DetailsDialog = lazy(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog }))
const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }))

/** Name, address of mail and telephone of an account, each with the way to change it. */
export function OwnDetails() {
  const t = useTranslations('profile')
  const { data: details } = useSuspenseQuery(ownDetailsQuery(useSend()))
  const [open, setOpen] = useState<'details' | 'email'>()
  const whyNot = useReadonlyReason()
  const { name, email, phone, pending_email: pending } = details
  return (
    <>
      <Facts>
        <Fact label={t('contact.name')}>{name}</Fact>
        <Fact label={t('details.phone')}>{phone ? formatPhone(withPrefix(phone)) : t('details.noPhone')}</Fact>
        <Fact label={t('contact.email')}>{email || t('contact.noEmail')}</Fact>
        <Fact label={t('contact.language')}>
          <LanguageLinks label={t('contact.language')} />
        </Fact>
      </Facts>
      {pending && <p>{t('email.pending', { email: pending.email })}</p>}
      <div className="line">
        <Button variant="second" isSmall whyNot={whyNot} onClick={() => setOpen('details')}>
          {t('details.edit')}
        </Button>
        <Button variant="second" isSmall whyNot={whyNot} onClick={() => setOpen('email')}>
          {t(pending ? 'email.finish' : 'email.edit')}
        </Button>
      </div>
      <Suspense>
        {open === 'details' && <DetailsDialog details={details} onClose={() => setOpen(undefined)} />}
        {open === 'email' && <EmailDialog details={details} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
