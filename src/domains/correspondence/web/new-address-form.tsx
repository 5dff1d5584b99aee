import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { DialogActions } from '#kit/web/dialog.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import type { WantedAddress } from './address-check.tsx'
import { bodyOf, type DraftProblems, emptyDraft, problemsOf } from './address-draft.ts'
import { AddressFields, fieldIdOf } from './address-fields.tsx'
import type { ReachedContract } from './reached-contract.ts'
import { useFieldWords } from './use-field-words.ts'
import { usePlace } from './use-place.ts'

type NewAddressFormProps = {
  /** How somebody is reached until now. */
  contact: ReachedContract['contact']
  /** What the server said of the fields. */
  refused: FieldErrors | undefined
  onReview: (wanted: WantedAddress) => void
  onClose: () => void
}

/** A new address to be typed. */
export function NewAddressForm({ contact, refused, onReview, onClose }: NewAddressFormProps) {
  const t = useTranslations('correspondence')
  const [draft, setDraft] = useState(() => emptyDraft(contact))
  const place = usePlace(draft)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [attempt, setAttempt] = useState(0)
  const [isFinding, setFinding] = useState(false)
  const errors = useFieldWords(problems, refused)

  async function review(event: FormEvent) {
    event.preventDefault()
    setFinding(true)
    setProblems(await findProblems())
    setFinding(false)
    setAttempt((last) => last + 1)
  }

  /** Hands on the address when nothing is wrong with it. */
  async function findProblems(): Promise<DraftProblems> {
    const found = await place.find().catch(() => 'failed' as const)
    if (found === 'failed') return { dp: 'lookup_failed' }
    const body = bodyOf(draft, found.place)
    const { poblacio, ...wrong } = problemsOf(body)
    if (found.place && Object.keys(wrong).length === 0) onReview({ kind: 'new', body, province: found.place.province })
    // Without towns there is nothing to choose: what must be looked at is the postcode.
    if (poblacio) return found.isChoice ? { ...wrong, poblacio } : { ...wrong, dp: wrong.dp ?? 'postcode_unknown' }
    return wrong
  }

  return (
    <form className="stack" noValidate onSubmit={review}>
      {Object.keys(errors).length > 0 && (
        <ErrorSummary
          problems={Object.entries(errors).map(([field, message]) => ({ fieldId: fieldIdOf(field), message }))}
          attempt={attempt}
        />
      )}
      <AddressFields
        draft={draft}
        place={place}
        errors={errors}
        onChange={(change) => setDraft((last) => ({ ...last, ...change }))}
      />
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" isBusy={isFinding}>
          {t('address.continue')}
        </Button>
      </DialogActions>
    </form>
  )
}
