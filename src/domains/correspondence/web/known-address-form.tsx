import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { joinMessages } from '#domains/changes/web/use-change-submission.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { DialogActions } from '#kit/web/overlay/dialog.tsx'
import type { Address } from '../api.ts'
import type { AddressChoice } from './address-review.tsx'

type KnownAddressFormProps = {
  addresses: readonly Address[]
  /** Field errors from the server for the chosen address. */
  refused: FieldErrors | undefined
  onReview: (choice: AddressChoice) => void
  onClose: () => void
}

/** Lets the user choose one of the customer's addresses. */
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
      <SearchableSelect
        label={t('address.existing.label')}
        error={isMissing ? t('address.existing.missing') : refused && joinMessages(refused)}
        emptyLabel={t('address.existing.choose')}
        options={addresses.map((address) => ({ value: String(address.id), label: addressLabel(address) }))}
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

/** Returns the label of an address in the list, with name and e-mail to distinguish two at the same location. */
function addressLabel({ name, full_address, email }: Address): string {
  return [full_address, name, email].filter(Boolean).join(' · ')
}
