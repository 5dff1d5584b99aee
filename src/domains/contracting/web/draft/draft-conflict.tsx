import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { toPostalAddress } from '#domains/correspondence/to-postal-address.ts'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { triangle } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { formatDay, formatPhone, formatPower } from '#vocabulary/format.ts'
import { splitIban } from '#vocabulary/iban-display.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { PaymentMeans } from '#vocabulary/payment-means.ts'
import { addPhonePrefix } from '#vocabulary/phone.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { useFieldLabel } from '../steps/use-field-label.ts'
import type { Wizard } from '../use-wizard.ts'
import styles from './draft-conflict.module.css'
import { type Difference, draftDifferences } from './draft-differences.ts'
import type { DraftConflict } from './use-draft-conflict.ts'
import type { WizardDraft } from './wizard-draft.ts'

type DraftConflictProps = { wizard: Wizard; conflict: NonNullable<DraftConflict['conflict']> }

/** Shows the draft of another device beside the local input, and lets the user choose which one to continue with. */
export function DraftConflictPanel({ wizard, conflict }: DraftConflictProps) {
  const t = useTranslations('contracting.wizard')
  const textOf = useValueText()
  const labelOf = useDifferenceLabel(wizard)
  const { draft, kind, config } = wizard
  const { theirs, parts, isInPassing, acceptTheirs, keepMine } = conflict
  const heading = useRef<HTMLHeadingElement>(null)
  const differences = draftDifferences(draft, theirs, parts, { kind, config })
  const steps = [...new Set(differences.map(({ step }) => step))]

  // The user keeps typing: it is announced, and the focus does not move.
  useEffect(() => {
    if (theirs && !isInPassing) heading.current?.focus()
  }, [theirs, isInPassing])

  return (
    <section className={styles.conflict} aria-labelledby="draft-conflict">
      <h2 id="draft-conflict" ref={heading} tabIndex={-1} className={styles.title}>
        <Icon shape={triangle} />
        {t('conflict.title')}
      </h2>
      <p role="alert">{t('conflict.text')}</p>
      {steps.map((step) => (
        <Fragment key={step}>
          <h3 className={styles.step}>{t(`steps.${step as 'person'}`)}</h3>
          <DescriptionList layout="pairs">
            {differences
              .filter((difference) => difference.step === step)
              .map((difference) => (
                <DescriptionItem key={difference.field} label={labelOf(difference)}>
                  <span className={styles.values}>
                    <strong>{t('conflict.there', { value: textOf(difference, 'theirs', theirs) })}</strong>
                    <span>{t('conflict.here', { value: textOf(difference, 'mine', draft) })}</span>
                  </span>
                </DescriptionItem>
              ))}
          </DescriptionList>
        </Fragment>
      ))}
      <div className={styles.actions}>
        <Button variant="second" onClick={acceptTheirs}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button variant="second" onClick={keepMine}>
          {t('conflict.keepMine')}
        </Button>
      </div>
    </section>
  )
}

/** Returns the name of a field. Those that are not form fields, or lack a short label, have a name of their own. */
function useDifferenceLabel(wizard: Wizard) {
  const t = useTranslations('contracting.wizard')
  const fieldLabel = useFieldLabel(wizard)
  const own: Record<string, string> = {
    address: t('facts.address'),
    owner_address: t('facts.ownAddress'),
    'gas.isLeftOut': t('gas.include'),
    'owner_address.different_address': t('fields.hasOtherAddress'),
    'promotion.typed': t('fields.promocode'),
    permitsSolvencyCheck: t('fields.permitsSolvencyCheck'),
    permitsContact: t('fields.permitsContact'),
    isOwner: t('fields.isOwner'),
  }
  return ({ field, step }: Difference) => own[field] ?? fieldLabel(field, step)
}

/** Returns a field's value on a device as display text. */
function useValueText() {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const queryClient = useQueryClient()

  return ({ field, step, ...values }: Difference, side: 'mine' | 'theirs', draft: WizardDraft): string => {
    const value = values[side]
    if (field === 'address') return addressLineOf(draft.installation.address, locale)
    if (field === 'owner_address') return addressLineOf(draft.person.address, locale)
    if (field === 'gas.isLeftOut') return t(value ? 'gas.without' : 'gas.with')
    if (value === null || value === '') return '—'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return filesText(value, draft) || '—'
    if (field === 'residence') return t(`residence.${value as 'habitual'}`)
    if (field === 'paymentMeans') return t(`paymentMeans.${value as PaymentMeans}`)
    if (field === 'language') return t(`languages.${value as Locale}`)
    if (field === 'switchDay') return formatDay(String(value), locale)
    if (field === 'cups') return splitCups(String(value)).join(' ')
    if (field === 'mobile') return formatPhone(addPhonePrefix(String(value)))
    if (field === 'iban') return splitIban(String(value).replace(/\s/g, '').toUpperCase()).join(' ')
    if (/^power\d$/.test(field)) return formatPower(Math.round(Number(value) * 1000), locale)
    if (field === 'activity') return draft.installation.activityName || nameOfChoice('activities', value)
    if (field === 'retailer') return nameOfChoice('retailers', value)
    if (field === 'tariff') return nameOfChoice('tariffs', value)
    if (field === 'product')
      return draft[step === 'contract' ? 'contract' : 'gas'].productName || nameOfChoice('products', value)
    return String(value)
  }

  /**
   * Returns the name of a list choice, which is known by its id. Choices from a list that was not loaded here stay
   * unnamed.
   */
  function nameOfChoice(list: string, id: unknown): string {
    const cachedLists = queryClient.getQueriesData<readonly Choice[]>({ queryKey: ['contracting', list] })
    const choice = cachedLists.flatMap(([, choices]) => choices ?? []).find((each) => each.id === id)
    return choice?.descripcio ?? choice?.name ?? t('conflict.another')
  }
}

type Choice = { id: number; name: string; descripcio?: string }

/** Lists files by their names, codes as they are. */
function filesText(values: readonly unknown[], draft: WizardDraft): string {
  const { installation, person, contract, gas } = draft
  const files: SentUpload[] = [
    ...installation.invoices,
    ...[person.identityFront, person.identityBack, person.companyDocument].flat(),
    ...[contract.selfConsumptionPapers, gas.invoices].flat(),
  ]
  return values
    .map((value) => {
      if (typeof value !== 'object' || value === null || !('id' in value)) return String(value)
      return files.find(({ id }) => id === value.id)?.name ?? ''
    })
    .filter(Boolean)
    .join(', ')
}

function addressLineOf({ input, town }: WizardDraft['person']['address'], locale: Locale): string {
  return fullAddressOf(toPostalAddress(input, town?.city ?? ''), locale) || '—'
}
