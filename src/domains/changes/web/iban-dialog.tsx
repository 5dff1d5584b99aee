import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { useSend } from '#kit/web/portal.ts'
import { SearchedSelect } from '#kit/web/searched-select.tsx'
import { Segments } from '#kit/web/segments.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { ibanGroups, maskedIban, parseIban } from '#vocabulary/iban.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'
import { type AccountChoice, accountProblems } from '../account-rules.ts'
import { changeAccount, changeAccountOfGas } from '../api.ts'
import { mostFiles } from '../rules.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangedContract } from './changed-contract.ts'
import { accountsQuery } from './queries.ts'
import { fieldIdOf, useChange } from './use-change.ts'

/** Asks for another account to pay a contract: one that is known, or a new one of which its owner is sure. */
export function IbanDialog({ contract, onClose }: { contract: ChangedContract; onClose: () => void }) {
  const t = useTranslations('changes')
  const send = useSend()
  const { attachmentOnIbanChange, showAddAttachmentsOnIbanChange } = useCustomerSettings().ibanChange
  const needsFiles = attachmentOnIbanChange || showAddAttachmentsOnIbanChange
  const { data: all = [], isPending, isError } = useQuery(accountsQuery(send))
  const known = all.filter(({ id }) => id !== contract.account?.id)

  const [kind, setKind] = useState<AccountChoice['kind']>()
  const [bankId, setBankId] = useState<number | null>(null)
  const [iban, setIban] = useState('')
  const [isOwner, setOwner] = useState(false)
  const [sent, setSent] = useState<readonly SentUpload[]>([])
  const uploads = useUploads({ sent, onSent: setSent, maxCount: mostFiles })
  // Who has no other account is asked for a new one.
  const chosen = kind ?? (!isPending && known.length === 0 ? 'new' : 'known')
  // There is nothing to choose where there is one.
  const knownId = bankId ?? (known.length === 1 ? known[0]!.id : null)
  const choice: AccountChoice = chosen === 'known' ? { kind: 'known', bankId: knownId } : { kind: 'new', iban, isOwner }

  const change = useChange({
    check: () => {
      const around = {
        ...{ knownIds: known.map(({ id }) => id), presentId: null, presentIban: null },
        ...{ needsFiles, fileCount: sent.length },
      }
      const { bank, iban: wrong, owner, files } = accountProblems(choice, around)
      return { bank_id: bank, iban: wrong, owner_is_bank_owner: owner, files }
    },
    version: contract.versions?.account,
    ask: (version) => {
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
  const standing = current?.printable_iban
  const typed = choice.kind === 'new' ? parseIban(iban) : null
  const chosenAccount = known.find(({ id }) => choice.kind === 'known' && id === choice.bankId)?.masked

  return (
    <ChangeDialog
      title={t('actions.iban')}
      contract={contract}
      change={change}
      submitLabel={t('iban.submit')}
      presentNow={typeof standing === 'string' ? maskedIban(compactIdentifier(standing)) : undefined}
      whyNotReview={uploads.isUnderWay ? t('upload.running') : uploads.unsent}
      answers={
        <>
          <Fact label={t('iban.newAccount')}>{typed ? ibanGroups(typed).join('\u00a0') : chosenAccount}</Fact>
          <Fact label={t('iban.presentAccount')}>{contract.account?.masked}</Fact>
          {choice.kind === 'new' && <Fact label={t('iban.ownerAnswer')}>{t('iban.ownerYes')}</Fact>}
          {needsFiles && <Fact label={t('iban.files')}>{sent.map(({ name }) => name).join(', ')}</Fact>}
        </>
      }
      next={[t('iban.steps.sign'), t('iban.steps.done'), t('iban.steps.issued')]}
      onClose={onClose}
    >
      <p className="soft">
        {contract.account ? t('iban.present', { account: contract.account.masked }) : t('iban.presentNone')}
      </p>
      {known.length > 0 && (
        <Segments
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
      {chosen === 'known' && known.length === 1 && (
        <Facts>
          <Fact label={t('iban.account')}>{known[0]!.masked}</Fact>
        </Facts>
      )}
      {chosen === 'known' && known.length > 1 && (
        <SearchedSelect
          id={fieldIdOf('bank_id')}
          label={t('iban.account')}
          error={problems.bank_id}
          emptyLabel={t('iban.choose')}
          options={known.map((account) => ({ value: String(account.id), label: account.masked }))}
          value={knownId === null ? '' : String(knownId)}
          onValue={(value) => setBankId(value ? Number(value) : null)}
        />
      )}
      {chosen === 'new' && (
        <>
          <TextField
            id={fieldIdOf('iban')}
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
            id={fieldIdOf('owner_is_bank_owner')}
            label={t('iban.owner')}
            error={problems.owner_is_bank_owner}
            checked={isOwner}
            onChange={(event) => setOwner(event.target.checked)}
          />
        </>
      )}
      {needsFiles && (
        <UploadField
          id={fieldIdOf('files')}
          label={t('iban.files')}
          hint={t('iban.filesHint')}
          error={problems.files}
          uploads={uploads}
        />
      )}
    </ChangeDialog>
  )
}
