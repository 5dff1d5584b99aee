import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/description-list.tsx'
import { useSend } from '#kit/web/portal.ts'
import { SearchableSelect } from '#kit/web/searchable-select.tsx'
import { SegmentedControl } from '#kit/web/segmented-control.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { maskIban, parseIban, splitIban } from '#vocabulary/iban.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'
import { type AccountChoice, accountProblems } from '../account-rules.ts'
import { changeAccount, changeAccountOfGas } from '../api.ts'
import { maxFiles } from '../rules.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangeableContract } from './changeable-contract.ts'
import { accountsQuery } from './queries.ts'
import { changeFieldId, useChangeForm } from './use-change-form.ts'

/** The dialog that requests another account for a contract: a known one, or a new one whose owner is confirmed. */
export function IbanDialog({ contract, onClose }: { contract: ChangeableContract; onClose: () => void }) {
  const t = useTranslations('changes')
  const send = useSend()
  const { attachmentOnIbanChange, showAddAttachmentsOnIbanChange } = useCustomerSettings().ibanChange
  const needsFiles = attachmentOnIbanChange || showAddAttachmentsOnIbanChange
  const { data: accounts = [], isPending, isError } = useQuery(accountsQuery(send))
  const otherAccounts = accounts.filter(({ id }) => id !== contract.account?.id)

  const [kind, setKind] = useState<AccountChoice['kind']>()
  const [bankId, setBankId] = useState<number | null>(null)
  const [iban, setIban] = useState('')
  const [isOwner, setOwner] = useState(false)
  const [sent, setSent] = useState<readonly SentUpload[]>([])
  const uploads = useUploads({ sent, onSent: setSent, maxCount: maxFiles })
  // Without other accounts, a new one is requested.
  const chosen = kind ?? (!isPending && otherAccounts.length === 0 ? 'new' : 'known')
  // A single account needs no choice.
  const knownId = bankId ?? (otherAccounts.length === 1 ? otherAccounts[0]!.id : null)
  const choice: AccountChoice = chosen === 'known' ? { kind: 'known', bankId: knownId } : { kind: 'new', iban, isOwner }

  const change = useChangeForm({
    check: () => {
      const context = {
        ...{ knownIds: otherAccounts.map(({ id }) => id), presentId: null, presentIban: null },
        ...{ needsFiles, fileCount: sent.length },
      }
      const { bank, iban: ibanProblem, owner, files } = accountProblems(choice, context)
      return { bank_id: bank, iban: ibanProblem, owner_is_bank_owner: owner, files }
    },
    version: contract.versions?.account,
    request: (version) => {
      const files = needsFiles ? { files: sent.map(({ id }) => ({ id })) } : {}
      const account =
        choice.kind === 'known'
          ? { already_registered: 'yes' as const, bank_id: choice.bankId }
          : { already_registered: 'no' as const, iban: parseIban(iban), owner_is_bank_owner: isOwner }
      const sending = { params: { contractName: contract.name }, body: { ...account, ...files, version } }
      return contract.energy === 'gas' ? send(changeAccountOfGas, sending) : send(changeAccount, sending)
    },
  })
  const { problems, current } = change
  const currentIban = current?.printable_iban
  const enteredIban = choice.kind === 'new' ? parseIban(iban) : null
  const chosenAccount = otherAccounts.find(({ id }) => choice.kind === 'known' && id === choice.bankId)?.masked

  return (
    <ChangeDialog
      title={t('actions.iban')}
      contract={contract}
      change={change}
      submitLabel={t('iban.submit')}
      currentValue={typeof currentIban === 'string' ? maskIban(compactIdentifier(currentIban)) : undefined}
      reviewDisabledReason={uploads.isUnderWay ? t('upload.running') : uploads.unsent}
      answers={
        <>
          <DescriptionItem label={t('iban.newAccount')}>
            {enteredIban ? splitIban(enteredIban).join('\u00a0') : chosenAccount}
          </DescriptionItem>
          <DescriptionItem label={t('iban.presentAccount')}>{contract.account?.masked}</DescriptionItem>
          {choice.kind === 'new' && (
            <DescriptionItem label={t('iban.ownerAnswer')}>{t('iban.ownerYes')}</DescriptionItem>
          )}
          {needsFiles && (
            <DescriptionItem label={t('iban.files')}>{sent.map(({ name }) => name).join(', ')}</DescriptionItem>
          )}
        </>
      }
      next={[t('iban.steps.sign'), t('iban.steps.done'), t('iban.steps.issued')]}
      onClose={onClose}
    >
      <p className="soft">
        {contract.account ? t('iban.present', { account: contract.account.masked }) : t('iban.presentNone')}
      </p>
      {otherAccounts.length > 0 && (
        <SegmentedControl
          label={t('iban.question')}
          options={[
            { value: 'known', label: t('iban.known') },
            { value: 'new', label: t('iban.new') },
          ]}
          value={chosen}
          onValue={setKind}
        />
      )}
      {chosen === 'known' && isPending && <Skeleton kind="block" />}
      {isError && <Banner tone="notice">{t('iban.accountsFailed')}</Banner>}
      {chosen === 'known' && otherAccounts.length === 1 && (
        <DescriptionList>
          <DescriptionItem label={t('iban.account')}>{otherAccounts[0]!.masked}</DescriptionItem>
        </DescriptionList>
      )}
      {chosen === 'known' && otherAccounts.length > 1 && (
        <SearchableSelect
          id={changeFieldId('bank_id')}
          label={t('iban.account')}
          error={problems.bank_id}
          emptyLabel={t('iban.choose')}
          options={otherAccounts.map((account) => ({ value: String(account.id), label: account.masked }))}
          value={knownId === null ? '' : String(knownId)}
          onValue={(value) => setBankId(value ? Number(value) : null)}
        />
      )}
      {chosen === 'new' && (
        <>
          <TextField
            id={changeFieldId('iban')}
            label={t('iban.iban')}
            hint={t('iban.ibanHint')}
            error={problems.iban}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={iban}
            onChange={(event) => setIban(event.target.value)}
          />
          <Checkbox
            id={changeFieldId('owner_is_bank_owner')}
            label={t('iban.owner')}
            error={problems.owner_is_bank_owner}
            checked={isOwner}
            onChange={(event) => setOwner(event.target.checked)}
          />
        </>
      )}
      {needsFiles && (
        <UploadField
          id={changeFieldId('files')}
          label={t('iban.files')}
          hint={t('iban.filesHint')}
          error={problems.files}
          uploads={uploads}
        />
      )}
    </ChangeDialog>
  )
}
