import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { LanguageLinks } from '#kit/web/navigation/languages.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { addPhonePrefix } from '#vocabulary/phone.ts'
import { ownDetailsQuery } from './queries.ts'

const DetailsDialog = lazyPart(async () => (await import('./own-details-dialog.tsx')).OwnDetailsDialog)
const FormatsDialog = lazyPart(async () => (await import('./formats-dialog.tsx')).FormatsDialog)
const EmailDialog = lazyPart(async () => (await import('./own-email-dialog.tsx')).OwnEmailDialog)

/** Shows name, e-mail address and telephone of an account, each with a way to change it. */
export function OwnDetailsSection() {
  const t = useTranslations('profile')
  const { data: details } = useSuspenseQuery(ownDetailsQuery(useSend()))
  const [open, setOpen] = useState<'details' | 'email' | 'formats'>()
  const disabledReason = useReadonlyReason()
  const { name, email, phone, pending_email: pending, formats = [] } = details
  return (
    <>
      <DescriptionList>
        <DescriptionItem label={t('contact.name')}>{name}</DescriptionItem>
        <DescriptionItem label={t('details.phone')}>
          {phone ? formatPhone(addPhonePrefix(phone)) : t('details.noPhone')}
        </DescriptionItem>
        <DescriptionItem label={t('contact.email')}>{email || t('contact.noEmail')}</DescriptionItem>
        <DescriptionItem label={t('contact.language')}>
          <LanguageLinks label={t('contact.language')} />
        </DescriptionItem>
        <DescriptionItem label={t('formats.title')}>
          {formats.map((format) => t(`formats.names.${format}`)).join(', ') || t('formats.none')}
        </DescriptionItem>
      </DescriptionList>
      {pending && <p>{t('email.pending', { email: pending.email })}</p>}
      <div className="line">
        <Button variant="second" isSmall disabledReason={disabledReason} onClick={() => setOpen('details')}>
          {t('details.edit')}
        </Button>
        <Button variant="second" isSmall disabledReason={disabledReason} onClick={() => setOpen('email')}>
          {t(pending ? 'email.finish' : 'email.edit')}
        </Button>
        <Button variant="second" isSmall disabledReason={disabledReason} onClick={() => setOpen('formats')}>
          {t('formats.edit')}
        </Button>
      </div>
      <Suspense>
        {open === 'details' && <DetailsDialog details={details} onClose={() => setOpen(undefined)} />}
        {open === 'formats' && <FormatsDialog formats={formats} onClose={() => setOpen(undefined)} />}
        {open === 'email' && <EmailDialog details={details} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
