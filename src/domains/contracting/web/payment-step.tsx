import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { Group } from './group.tsx'
import type { Wizard } from './use-wizard.ts'

/** The account that pays. */
export function PaymentStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { iban, isOwner } = draft.payment
  return (
    <Group title={t('groups.account')}>
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
    </Group>
  )
}
