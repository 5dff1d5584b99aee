import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { useSend } from '#kit/web/portal.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { maskIban, splitIban } from '#vocabulary/iban-display.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'
import { type PaymentMeans, paymentMeans } from '#vocabulary/payment-means.ts'
import { accountProblems } from '../account-rules.ts'
import { changeAccount, changeAccountOfGas, choosePaymentMeans } from '../api.ts'
import { maxFiles } from '../rules.ts'
import { AccountChoiceFields } from './account-choice-fields.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangeableContract } from './changeable-contract.ts'
import { type AccountChoiceForm, accountChangeBody, useAccountChoice } from './use-account-choice.ts'
import { changeFieldId, useChangeForm } from './use-change-form.ts'

/**
 * The dialog that changes how a contract is paid: by another account, a known one or a new one whose owner is confirmed, or
 * by card or transfer, which need no signature.
 */
export function IbanDialog({ contract, onClose }: { contract: ChangeableContract; onClose: () => void }) {
  const t = useTranslations('changes')
  const send = useSend()
  const { attachmentOnIbanChange, showAddAttachmentsOnIbanChange } = useCustomerSettings().ibanChange
  const needsFiles = attachmentOnIbanChange || showAddAttachmentsOnIbanChange

  const [means, setMeans] = useState<PaymentMeans>(contract.paymentMeans)
  const form = useAccountChoice(contract)
  const { otherAccounts, choice } = form
  const [sent, setSent] = useState<readonly SentUpload[]>([])
  const uploads = useUploads({ sent, onSent: setSent, maxCount: maxFiles })

  const change = useChangeForm({
    check: () => {
      if (means !== 'direct_debit')
        return means === contract.paymentMeans ? { payment_means: 'payment_means_same' } : {}
      const context = {
        ...{ knownIds: otherAccounts.map(({ id }) => id), presentId: null, presentIban: null },
        ...{ needsFiles, fileCount: sent.length },
      }
      const { bank, iban: ibanProblem, owner, files } = accountProblems(choice, context)
      return { bank_id: bank, iban: ibanProblem, owner_is_bank_owner: owner, files }
    },
    version: contract.versions?.account,
    request: async (version) => {
      if (means !== 'direct_debit') {
        await send(choosePaymentMeans, { params: { contractName: contract.name }, body: { payment_means: means } })
        return { waiting_for_signature: false, errors: undefined }
      }
      const files = needsFiles ? { files: sent.map(({ id }) => ({ id })) } : {}
      const sending = {
        params: { contractName: contract.name },
        body: { ...accountChangeBody(choice), ...files, version },
      }
      return contract.energy === 'gas' ? send(changeAccountOfGas, sending) : send(changeAccount, sending)
    },
  })
  const currentIban = change.current?.printable_iban

  return (
    <ChangeDialog
      title={t('actions.iban')}
      contract={contract}
      change={change}
      submitLabel={t(means === 'direct_debit' ? 'iban.submit' : 'iban.submitMeans')}
      currentValue={typeof currentIban === 'string' ? maskIban(compactIdentifier(currentIban)) : undefined}
      reviewDisabledReason={
        means === 'direct_debit' ? (uploads.isUnderWay ? t('upload.running') : uploads.unsent) : undefined
      }
      answers={
        means === 'direct_debit' ? (
          <AccountAnswers contract={contract} form={form} files={needsFiles ? sent : null} />
        ) : (
          <DescriptionItem label={t('iban.meansQuestion')}>{t(`iban.means.${means}`)}</DescriptionItem>
        )
      }
      next={
        means === 'direct_debit'
          ? [t('iban.steps.sign'), t('iban.steps.done'), t('iban.steps.issued')]
          : [t(`iban.meansSteps.${means}`), t('iban.steps.issued')]
      }
      onClose={onClose}
    >
      <ChoiceList
        id={changeFieldId('payment_means')}
        legend={t('iban.meansQuestion')}
        error={change.problems.payment_means}
        options={paymentMeans.map((each) => ({ value: each, label: t(`iban.means.${each}`) }))}
        value={means}
        onValue={setMeans}
      />
      {means === 'direct_debit' && (
        <>
          <p className="soft">
            {contract.account ? t('iban.present', { account: contract.account.masked }) : t('iban.presentNone')}
          </p>
          <AccountChoiceFields form={form} problems={change.problems} />
          {needsFiles && (
            <UploadField
              id={changeFieldId('files')}
              label={t('iban.files')}
              hint={t('iban.filesHint')}
              error={change.problems.files}
              uploads={uploads}
            />
          )}
        </>
      )}
    </ChangeDialog>
  )
}

type AccountAnswersProps = {
  contract: ChangeableContract
  form: AccountChoiceForm
  /** The added files; null where none are requested. */
  files: readonly SentUpload[] | null
}

function AccountAnswers({ contract, form: { otherAccounts, choice }, files }: AccountAnswersProps) {
  const t = useTranslations('changes')
  const enteredIban = choice.kind === 'new' ? parseIban(choice.iban) : null
  const chosenAccount = otherAccounts.find(({ id }) => choice.kind === 'known' && id === choice.bankId)?.masked
  return (
    <>
      <DescriptionItem label={t('iban.newAccount')}>
        {enteredIban ? splitIban(enteredIban).join('\u00a0') : chosenAccount}
      </DescriptionItem>
      <DescriptionItem label={t('iban.presentAccount')}>{contract.account?.masked}</DescriptionItem>
      {choice.kind === 'new' && <DescriptionItem label={t('iban.ownerAnswer')}>{t('iban.ownerYes')}</DescriptionItem>}
      {files && <DescriptionItem label={t('iban.files')}>{files.map(({ name }) => name).join(', ')}</DescriptionItem>}
    </>
  )
}
