import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { OwnChoice } from '../steps/own-choice.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'
import { accountsOfHolder } from './own-accounts.ts'

/** The account that pays: one on file of the holder, or another. */
export function PaymentStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf, holders } = wizard
  const { iban, isOwner, accountId } = draft.payment
  const accounts = accountsOfHolder(draft, holders)
  const chosen = accounts.find(({ id }) => id === accountId)
  // An account chosen for another holder is not theirs.
  const isOfAnother = holders !== null && Boolean(accountId) && !chosen
  useEffect(() => {
    if (isOfAnother) set('payment', { accountId: null })
  }, [isOfAnother, set])

  return (
    <QuestionGroup title={t('groups.account')}>
      {accounts.length > 0 && (
        <OwnChoice
          label={t('own.account')}
          other={t('own.otherAccount')}
          options={accounts.map(({ id, printable_iban }) => ({ value: String(id), label: printable_iban }))}
          {...(chosen && { id: idOf('iban'), error: errorOf('iban') })}
          value={chosen ? String(chosen.id) : 'other'}
          onValue={(value) => set('payment', { accountId: value === 'other' ? null : Number(value) })}
        />
      )}
      {!chosen && (
        <>
          <TextField
            id={idOf('iban')}
            label={t('fields.iban')}
            hint={t('fields.ibanHint')}
            error={errorOf('iban')}
            width="medium"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={50}
            value={iban}
            onChange={({ target }) => set('payment', { iban: target.value })}
          />
          <Checkbox
            id={idOf('isOwner')}
            label={t('fields.isOwner')}
            hint={t('fields.isOwnerHint')}
            error={errorOf('isOwner')}
            checked={isOwner}
            onChange={({ target }) => set('payment', { isOwner: target.checked })}
          />
        </>
      )}
    </QuestionGroup>
  )
}
