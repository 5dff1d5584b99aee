import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import type { AccountChoiceForm } from './use-account-choice.ts'
import { changeFieldId } from './use-change-form.ts'

type AccountProblems = { bank_id?: string; iban?: string; owner_is_bank_owner?: string }
type AccountChoiceFieldsProps = { form: AccountChoiceForm; problems: AccountProblems }

/** The choice between the known accounts and a new one. */
export function AccountChoiceFields({ form, problems }: AccountChoiceFieldsProps) {
  const t = useTranslations('changes')
  const { otherAccounts, isPending, isError, kind, choice, setKind, setBankId } = form
  const knownId = choice.kind === 'known' ? choice.bankId : null
  return (
    <>
      {otherAccounts.length > 0 && (
        <SegmentedControl
          label={t('iban.question')}
          options={[
            { value: 'known', label: t('iban.known') },
            { value: 'new', label: t('iban.new') },
          ]}
          value={kind}
          onValue={setKind}
        />
      )}
      {kind === 'known' && isPending && <Skeleton kind="block" />}
      {isError && <Banner tone="notice">{t('iban.accountsFailed')}</Banner>}
      {kind === 'known' && otherAccounts.length === 1 && (
        <DescriptionList>
          <DescriptionItem label={t('iban.account')}>{otherAccounts[0]!.masked}</DescriptionItem>
        </DescriptionList>
      )}
      {kind === 'known' && otherAccounts.length > 1 && (
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
      {kind === 'new' && <NewAccountFields form={form} problems={problems} />}
    </>
  )
}

function NewAccountFields({ form: { iban, isOwner, setIban, setOwner }, problems }: AccountChoiceFieldsProps) {
  const t = useTranslations('changes')
  return (
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
  )
}
