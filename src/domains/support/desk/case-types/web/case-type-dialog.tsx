import { useTranslations } from 'use-intl'
import { readOrder } from '#kit/backoffice/order.ts'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { caseTopics } from '../../../rules.ts'
import type { CaseType } from '../api.ts'
import { caseTypesKey } from './queries.ts'
import { useTermName } from './use-term-name.ts'

/** Either an existing case type to edit, or the kind, and for a subtype the type, of a new one. */
export type CaseTypeEdit = { item: CaseType } | { kind: CaseType['kind']; type?: CaseType }

type CaseTypeDialogProps = { edit: CaseTypeEdit; terms: readonly string[]; lastOrder: number; onClose: () => void }

/** Adds or edits a case type. */
export function CaseTypeDialog({ edit, terms, lastOrder, onClose }: CaseTypeDialogProps) {
  const t = useTranslations('desk-case-types')
  const send = useSend()
  const item = 'item' in edit ? edit.item : null
  const kind = 'item' in edit ? edit.item.kind : edit.kind
  const type = 'item' in edit ? undefined : edit.type
  const titles = { category: t('addCategory'), type: t('addType'), subtype: t('addSubtype') }
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-case-types',
    seen: item,
    invalidatedKey: caseTypesKey,
    successMessage: () => t('dialog.saved'),
    action: async (formData: FormData, version: string) => {
      const { addCaseType, saveCaseType } = await import('../api.ts')
      const body = readCaseType(formData, kind, terms)
      if (item) await send(saveCaseType, { params: { kind, code: item.code }, body: { ...body, version } })
      else {
        const code = kind === 'category' ? {} : { code: String(formData.get('code') ?? '').trim() }
        await send(addCaseType, { body: { ...body, ...code, kind, ...(type ? { type: type.code } : {}) } })
      }
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      isWide
      title={item ? t('dialog.editTitle', { name: item.name }) : titles[kind]}
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      <LocalizedTextFields name="names" label={t('dialog.name')} text={item?.names ?? null} errorOf={errorOf} />
      {!item && kind !== 'category' && <CodeField errorOf={errorOf} />}
      <TextField
        name="order"
        width="short"
        inputMode="numeric"
        label={t('dialog.order')}
        hint={t('dialog.orderHint')}
        defaultValue={String(item?.order ?? lastOrder + 1)}
        error={errorOf('order')}
        autoComplete="off"
      />
      <NativeSelect
        name="topic"
        width="medium"
        label={t('dialog.topic')}
        hint={t('dialog.topicHint')}
        defaultValue={item?.topic ?? ''}
        options={[
          { value: '', label: t(kind === 'subtype' ? 'dialog.topicOfType' : 'dialog.noTopic') },
          ...caseTopics.map((topic) => ({ value: topic, label: t(`topics.${topic}`) })),
        ]}
      />
      {kind !== 'subtype' && <CaseTypeUse kind={kind} item={item} terms={terms} errorOf={errorOf} />}
    </FormDialog>
  )
}

function readCaseType(formData: FormData, kind: CaseType['kind'], terms: readonly string[]) {
  const energies = (['electricity', 'gas'] as const).filter((energy) => formData.has(energy))
  return {
    names: readLocalizedText(formData, 'names'),
    order: readOrder(formData, 'order'),
    // A subtype takes these values from its type.
    active: kind === 'subtype' || formData.has('active'),
    energies: kind === 'subtype' ? (['electricity', 'gas'] as const).slice() : energies,
    case_type: String(formData.get('case_type') ?? terms[0]),
    topic: caseTopics.find((topic) => topic === formData.get('topic')) ?? null,
    for_anyone: formData.has('for_anyone'),
  }
}

type CaseTypeUseProps = {
  kind: CaseType['kind']
  item: CaseType | null
  terms: readonly string[]
  errorOf: (field: string) => string | undefined
}

/** What cases of a type are about, who can open them, and their terms. */
function CaseTypeUse({ kind, item, terms, errorOf }: CaseTypeUseProps) {
  const t = useTranslations('desk-case-types')
  const termName = useTermName()
  return (
    <>
      <NativeSelect
        name="case_type"
        width="medium"
        label={t('dialog.caseType')}
        defaultValue={item?.case_type ?? terms[0]}
        options={terms.map((term) => ({ value: term, label: termName(term) }))}
        error={errorOf('case_type')}
      />
      <Checkbox
        name="electricity"
        label={t('dialog.ofElectricity')}
        defaultChecked={item?.energies?.includes('electricity') ?? true}
        error={errorOf('energies')}
      />
      <Checkbox name="gas" label={t('dialog.ofGas')} defaultChecked={item?.energies?.includes('gas') ?? true} />
      {kind === 'category' && (
        <Checkbox name="for_anyone" label={t('dialog.forAnyone')} defaultChecked={item?.for_anyone ?? false} />
      )}
      <Checkbox name="active" label={t('dialog.active')} defaultChecked={item?.active ?? true} />
    </>
  )
}

function CodeField({ errorOf }: Pick<CaseTypeUseProps, 'errorOf'>) {
  const t = useTranslations('desk-case-types')
  return (
    <TextField
      name="code"
      width="medium"
      label={t('dialog.code')}
      hint={t('dialog.codeHint')}
      error={errorOf('code')}
      autoComplete="off"
      autoCapitalize="none"
    />
  )
}
