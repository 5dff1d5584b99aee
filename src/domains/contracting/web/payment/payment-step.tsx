import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { paymentMeans } from '#vocabulary/payment-means.ts'
import { OwnChoice } from '../steps/own-choice.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'
import { accountsOfHolder } from './own-accounts.ts'

/** How the contract is paid: freely chosen, with an account only for direct debits. */
export function PaymentStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { means = 'direct_debit' } = draft.payment
  return (
    <>
      <QuestionGroup title={t('groups.payment')}>
        <ChoiceList
          legend={t('fields.paymentMeans')}
          hint={t('fields.paymentMeansHint')}
          id={idOf('paymentMeans')}
          error={errorOf('paymentMeans')}
          options={paymentMeans.map((each) => ({
            value: each,
            label: t(`paymentMeans.${each}`),
            note: t(`paymentMeansNotes.${each}`),
          }))}
          value={means}
          onValue={(value) => set('payment', { means: value })}
        />
      </QuestionGroup>
      {means === 'direct_debit' && <AccountFields wizard={wizard} />}
    </>
  )
}

/** The account that pays: one on file of the holder, or another. */
function AccountFields({ wizard }: { wizard: Wizard }) {
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
