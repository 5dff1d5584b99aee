import { useTranslations } from 'use-intl'
import { orderIn } from '#desks/common/order.ts'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { WordsFields, wordsIn } from '#desks/common/web/words-fields.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { CaseType } from '../api.ts'
import { caseTypesKey } from './queries.ts'
import { useTermName } from './use-term-name.ts'

/** What is changed, or of which kind something is added, and to which type. */
export type Edited = { item: CaseType } | { kind: CaseType['kind']; type?: CaseType }

type CaseTypeDialogProps = { edited: Edited; terms: readonly string[]; lastOrder: number; onClose: () => void }

/** Adds something that customers can write about, or changes it. */
export function CaseTypeDialog({ edited, terms, lastOrder, onClose }: CaseTypeDialogProps) {
  const t = useTranslations('desk-case-types')
  const termName = useTermName()
  const send = useSend()
  const item = 'item' in edited ? edited.item : null
  const kind = 'item' in edited ? edited.item.kind : edited.kind
  const type = 'item' in edited ? undefined : edited.type
  const titles = { category: t('addCategory'), type: t('addType'), subtype: t('addSubtype') }
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-case-types',
    seen: item,
    stale: caseTypesKey,
    done: () => t('dialog.saved'),
    act: async (typed: FormData, version: string) => {
      const { addCaseType, saveCaseType } = await import('../api.ts')
      const energies = (['electricity', 'gas'] as const).filter((energy) => typed.has(energy))
      const body = {
        names: wordsIn(typed, 'names'),
        order: orderIn(typed, 'order'),
        // A subtype is as its type is.
        active: kind === 'subtype' || typed.has('active'),
        energies: kind === 'subtype' ? (['electricity', 'gas'] as const).slice() : energies,
        case_type: String(typed.get('case_type') ?? terms[0]),
        for_anyone: typed.has('for_anyone'),
      }
      if (item) await send(saveCaseType, { params: { kind, code: item.code }, body: { ...body, version } })
      else {
        const code = kind === 'category' ? {} : { code: String(typed.get('code') ?? '').trim() }
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
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      <WordsFields name="names" label={t('dialog.name')} words={item?.names ?? null} errorOf={errorOf} />
      {!item && kind !== 'category' && (
        <TextField
          name="code"
          width="medium"
          label={t('dialog.code')}
          hint={t('dialog.codeHint')}
          error={errorOf('code')}
          autoComplete="off"
          autoCapitalize="none"
        />
      )}
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
      {kind !== 'subtype' && (
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
      )}
    </FormDialog>
  )
}
