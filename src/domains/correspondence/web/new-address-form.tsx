import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { DialogActions } from '#kit/web/overlay/dialog.tsx'
import { type AddressDraftProblems, addressBody, emptyAddressDraft, findDraftProblems } from './address-draft.ts'
import { AddressFields, addressFieldId } from './address-fields.tsx'
import type { AddressChoice } from './address-review.tsx'
import type { ContractWithContact } from './contract-with-contact.ts'
import { useAddressFieldMessages } from './use-address-field-messages.ts'
import { usePostcodeLookup } from './use-postcode-lookup.ts'

type NewAddressFormProps = {
  /** The current contact data. */
  contact: ContractWithContact['contact']
  /** Field errors from the server. */
  refused: FieldErrors | undefined
  onReview: (choice: AddressChoice) => void
  onClose: () => void
}

/** The form for a new address. */
export function NewAddressForm({ contact, refused, onReview, onClose }: NewAddressFormProps) {
  const t = useTranslations('correspondence')
  const [draft, setDraft] = useState(() => emptyAddressDraft(contact))
  const lookup = usePostcodeLookup(draft)
  const [problems, setProblems] = useState<AddressDraftProblems>({})
  const [attempt, setAttempt] = useState(0)
  const [isLookingUp, setLookingUp] = useState(false)
  const errors = useAddressFieldMessages(problems, refused)

  async function review(event: FormEvent) {
    event.preventDefault()
    setLookingUp(true)
    setProblems(await findProblems())
    setLookingUp(false)
    setAttempt((last) => last + 1)
  }

  /** Submits the address if it has no problems; otherwise returns them. */
  async function findProblems(): Promise<AddressDraftProblems> {
    const result = await lookup.find().catch(() => 'failed' as const)
    if (result === 'failed') return { dp: 'lookup_failed' }
    const body = addressBody(draft, result.location)
    const { poblacio, ...fieldProblems } = findDraftProblems(body)
    if (result.location && Object.keys(fieldProblems).length === 0)
      onReview({ kind: 'new', body, province: result.location.province })
    // Without towns there is nothing to choose from, so the postcode is the field to check.
    if (poblacio)
      return result.isChoice
        ? { ...fieldProblems, poblacio }
        : { ...fieldProblems, dp: fieldProblems.dp ?? 'postcode_unknown' }
    return fieldProblems
  }

  return (
    <form className="stack" noValidate onSubmit={review}>
      {Object.keys(errors).length > 0 && (
        <ErrorSummary
          problems={Object.entries(errors).map(([field, message]) => ({ fieldId: addressFieldId(field), message }))}
          attempt={attempt}
        />
      )}
      <AddressFields
        draft={draft}
        lookup={lookup}
        errors={errors}
        onChange={(change) => setDraft((last) => ({ ...last, ...change }))}
      />
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" isBusy={isLookingUp}>
          {t('address.continue')}
        </Button>
      </DialogActions>
    </form>
  )
}
