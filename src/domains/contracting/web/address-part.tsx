import { useTranslations } from 'use-intl'
import { PlaceFields } from '#domains/correspondence/web/address-fields.tsx'
import type { Wizard } from './use-wizard.ts'

/** Where the supply is, or where the holder lives; the fields are those of every address of the portal. */
export function AddressPart({ wizard, name }: { wizard: Wizard; name: 'address' | 'owner_address' }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, errors, idOf, places } = wizard
  const part = name === 'address' ? 'installation' : 'person'
  const { address } = draft[part]
  const own = Object.entries(errors).flatMap(([field, told]) => {
    const [prefix, ...rest] = field.split('.')
    return prefix === name ? [[rest.join('.'), told]] : []
  })
  return (
    <PlaceFields
      draft={address.typed}
      place={places[name]}
      errors={Object.fromEntries(own)}
      referenceHint={t('fields.referenceHint')}
      idOf={(field) => idOf(`${name}.${field}`)}
      onChange={(change) =>
        set(part, (before) => ({ address: { typed: { ...before.address.typed, ...change }, found: null } }))
      }
    />
  )
}
