import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { allTold } from '#domains/changes/web/use-sending.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { DialogActions } from '#kit/web/dialog.tsx'
import { SearchedSelect } from '#kit/web/searched-select.tsx'
import type { Address } from '../api.ts'
import type { WantedAddress } from './address-check.tsx'

type KnownAddressFormProps = {
  addresses: readonly Address[]
  /** What the server said of the one that was chosen. */
  refused: FieldErrors | undefined
  onReview: (wanted: WantedAddress) => void
  onClose: () => void
}

/** One of the customer's addresses to choose. */
export function KnownAddressForm({ addresses, refused, onReview, onClose }: KnownAddressFormProps) {
  const t = useTranslations('correspondence')
  const [chosen, setChosen] = useState('')
  const [isMissing, setMissing] = useState(false)

  function review(event: FormEvent) {
    event.preventDefault()
    const address = addresses.find(({ id }) => String(id) === chosen)
    setMissing(!address)
    if (address) onReview({ kind: 'known', address })
  }

  return (
    <form className="stack" noValidate onSubmit={review}>
      <SearchedSelect
        label={t('address.existing.label')}
        error={isMissing ? t('address.existing.missing') : refused && allTold(refused)}
        emptyLabel={t('address.existing.choose')}
        options={addresses.map((address) => ({ value: String(address.id), label: nameOf(address) }))}
        value={chosen}
        onValue={setChosen}
      />
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit">{t('address.continue')}</Button>
      </DialogActions>
    </form>
  )
}

/** An address among others, with what tells two of the same place apart. */
function nameOf({ name, full_address, email }: Address): string {
  return [full_address, name, email].filter(Boolean).join(' · ')
}
