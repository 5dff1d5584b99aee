import { useTranslations } from 'use-intl'
import type { StepName } from '../../wizard.ts'
import type { Wizard } from '../use-wizard.ts'

/** Fields whose label is a whole question or sentence, which their problems repeat anyway. */
const selfDescribingFields = [
  'permitsSolvencyCheck',
  'permitsContact',
  'isOwner',
  'acceptsConditions',
  'acceptsPrivacy',
]

/**
 * Returns the name of a field in the list of problems, so that "this is missing" names its subject; null where the
 * problem names it itself.
 */
export function useFieldLabel({ kind, current, isCompany }: Wizard) {
  const t = useTranslations('contracting.wizard')
  const tAddress = useTranslations('correspondence.address.fields')
  return (field: string, step: StepName = current): string | null => {
    const [first, part] = field.split('.')
    if (selfDescribingFields.includes(field)) return null
    if (first === 'address' || first === 'owner_address') return tAddress(part as 'nv')
    if (field === 'cups') return t('supply.label')
    if (field === 'activity') return t('activity.label')
    // For a dual contract the electricity is asked about before.
    if (field === 'isSupplied' && kind === 'dual' && step === 'gasContract') return t('facts.hasGas')
    if (field === 'isSupplied' || field === 'changesOwner') return t(`facts.${field}`)
    if (field === 'product') return t('groups.product')
    if (/^power\d$/.test(field)) return t('powers.period', { number: Number(field.at(-1)) + 1 })
    if (isCompany && field === 'identityFront') return t('fields.representative.identityFront')
    const key = `fields.${field}` as 'fields.name'
    return t.has(key) ? t(key) : null
  }
}
