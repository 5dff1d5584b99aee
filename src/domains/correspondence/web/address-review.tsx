import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { DialogActions } from '#kit/web/overlay/dialog.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import type { Address } from '../api.ts'
import type { NewAddress } from '../rules.ts'
import { toPostalAddress } from '../to-postal-address.ts'

/** The address to review before sending: an existing one or a new one. */
export type AddressChoice = { kind: 'known'; address: Address } | { kind: 'new'; body: NewAddress; province: string }

type AddressReviewProps = {
  choice: AddressChoice
  failure: string | undefined
  isSending: boolean
  onBack: () => void
  onChange: () => void
}

/** Shows an address for review before correspondence is sent there. */
export function AddressReview({ choice, failure, isSending, onBack, onChange }: AddressReviewProps) {
  const t = useTranslations('correspondence.address')
  const { name, line, province, email, phone, reference } = addressFactsOf(choice, useLocale() as Locale)
  return (
    <>
      <p>{t('check.text')}</p>
      <DescriptionList layout="pairs">
        <DescriptionItem label={t('fields.name')}>{name}</DescriptionItem>
        <DescriptionItem label={t('fields.address')}>{line}</DescriptionItem>
        {province && <DescriptionItem label={t('fields.state')}>{province}</DescriptionItem>}
        {reference && <DescriptionItem label={t('fields.ref_catastral')}>{reference}</DescriptionItem>}
        <DescriptionItem label={t('fields.email')}>{email}</DescriptionItem>
        <DescriptionItem label={t('fields.mobile')}>{phone && formatPhone(phone)}</DescriptionItem>
      </DescriptionList>
      <ErrorBanner>{failure}</ErrorBanner>
      <DialogActions>
        <Button variant="second" onClick={onBack}>
          {t('check.back')}
        </Button>
        <Button isBusy={isSending} onClick={onChange}>
          {t('check.send')}
        </Button>
      </DialogActions>
    </>
  )
}

function addressFactsOf(choice: AddressChoice, locale: Locale) {
  if (choice.kind === 'known') {
    const { name, full_address: line, email, mobile: phone } = choice.address
    return { name, line, email, phone, province: null, reference: null }
  }
  const { name, email, mobile: phone, ref_catastral: reference, ...input } = choice.body
  return {
    name,
    line: fullAddressOf(toPostalAddress(input, input.poblacio), locale),
    email,
    phone,
    province: choice.province,
    reference,
  }
}
