import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#kit/locale.ts'
import { Button } from '#kit/web/button.tsx'
import { DialogActions } from '#kit/web/dialog.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import type { Address } from '../api.ts'
import type { NewAddress } from '../rules.ts'
import { partsOf } from '../typed-address.ts'

/** What is looked over before it is sent: an address that is known, or a new one. */
export type WantedAddress = { kind: 'known'; address: Address } | { kind: 'new'; body: NewAddress; province: string }

type AddressCheckProps = {
  wanted: WantedAddress
  failure: string | undefined
  isSending: boolean
  onBack: () => void
  onChange: () => void
}

/** An address to be looked over before letters go there. */
export function AddressCheck({ wanted, failure, isSending, onBack, onChange }: AddressCheckProps) {
  const t = useTranslations('correspondence.address')
  const { name, line, province, email, phone, reference } = shownOf(wanted, useLocale() as Locale)
  return (
    <>
      <p>{t('check.words')}</p>
      <Facts layout="pairs">
        <Fact label={t('fields.name')}>{name}</Fact>
        <Fact label={t('fields.address')}>{line}</Fact>
        {province && <Fact label={t('fields.state')}>{province}</Fact>}
        {reference && <Fact label={t('fields.ref_catastral')}>{reference}</Fact>}
        <Fact label={t('fields.email')}>{email}</Fact>
        <Fact label={t('fields.mobile')}>{phone && formatPhone(phone)}</Fact>
      </Facts>
      <Failure>{failure}</Failure>
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

function shownOf(wanted: WantedAddress, locale: Locale) {
  if (wanted.kind === 'known') {
    const { name, full_address: line, email, mobile: phone } = wanted.address
    return { name, line, email, phone, province: null, reference: null }
  }
  const { name, email, mobile: phone, ref_catastral: reference, ...typed } = wanted.body
  return {
    name,
    line: fullAddressOf(partsOf(typed, typed.poblacio), locale),
    email,
    phone,
    province: wanted.province,
    reference,
  }
}
