import { useTranslations } from 'use-intl'
import { LocationFields } from '#domains/correspondence/web/address-fields.tsx'
import type { Wizard } from '../use-wizard.ts'

/** The address of the supply or of the holder, with the fields of every address in the portal. */
export function WizardAddressFields({ wizard, name }: { wizard: Wizard; name: 'address' | 'owner_address' }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, errors, idOf, places: townLookups } = wizard
  const part = name === 'address' ? 'installation' : 'person'
  const { address } = draft[part]
  const ownErrors = Object.entries(errors).flatMap(([field, message]) => {
    const [prefix, ...rest] = field.split('.')
    return prefix === name ? [[rest.join('.'), message]] : []
  })
  return (
    <LocationFields
      draft={address.input}
      lookup={townLookups[name]}
      errors={Object.fromEntries(ownErrors)}
      referenceHint={t('fields.referenceHint')}
      idOf={(field) => idOf(`${name}.${field}`)}
      onChange={(change) =>
        set(part, (before) => ({ address: { input: { ...before.address.input, ...change }, town: null } }))
      }
    />
  )
}
