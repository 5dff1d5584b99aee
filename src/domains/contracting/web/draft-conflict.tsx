import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { partsOf } from '#domains/correspondence/typed-address.ts'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { Locale } from '#kit/locale.ts'
import { Button } from '#kit/web/button.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { triangle } from '#kit/web/icons.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatPhone, formatPower } from '#vocabulary/format.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import { withPrefix } from '#vocabulary/phone.ts'
import { fullAddressOf } from '#vocabulary/postal-address.ts'
import styles from './draft-conflict.module.css'
import { type Difference, draftDifferences } from './draft-differences.ts'
import type { DraftConflict as Conflict } from './use-draft-conflict.ts'
import { useFieldLabel } from './use-field-label.ts'
import type { Wizard } from './use-wizard.ts'
import type { WizardDraft } from './wizard-draft.ts'

type DraftConflictProps = { wizard: Wizard; conflict: NonNullable<Conflict['conflict']> }

/** What another device has made of the draft, beside what is typed here, and which of the two is gone on with. */
export function DraftConflict({ wizard, conflict }: DraftConflictProps) {
  const t = useTranslations('contracting.wizard')
  const textOf = useValueText()
  const labelOf = useDifferenceLabel(wizard)
  const { draft, kind, asked } = wizard
  const { theirs, parts, isInPassing, takeTheirs, keepMine } = conflict
  const heading = useRef<HTMLHeadingElement>(null)
  const differences = draftDifferences(draft, theirs, parts, { kind, asked })
  const steps = [...new Set(differences.map(({ step }) => step))]

  // Whoever is typing goes on: it is read out, and the focus stays.
  useEffect(() => {
    if (theirs && !isInPassing) heading.current?.focus()
  }, [theirs, isInPassing])

  return (
    <section className={styles.conflict} aria-labelledby="draft-conflict">
      <h2 id="draft-conflict" ref={heading} tabIndex={-1} className={styles.title}>
        <Icon shape={triangle} />
        {t('conflict.title')}
      </h2>
      <p role="alert">{t('conflict.words')}</p>
      {steps.map((step) => (
        <Fragment key={step}>
          <h3 className={styles.step}>{t(`steps.${step as 'person'}`)}</h3>
          <Facts layout="pairs">
            {differences
              .filter((difference) => difference.step === step)
              .map((difference) => (
                <Fact key={difference.field} label={labelOf(difference)}>
                  <span className={styles.values}>
                    <strong>{t('conflict.there', { value: textOf(difference, 'theirs', theirs) })}</strong>
                    <span>{t('conflict.here', { value: textOf(difference, 'mine', draft) })}</span>
                  </span>
                </Fact>
              ))}
          </Facts>
        </Fragment>
      ))}
      <div className={styles.actions}>
        <Button variant="second" onClick={takeTheirs}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button variant="second" onClick={keepMine}>
          {t('conflict.keepMine')}
        </Button>
      </div>
    </section>
  )
}

/** What a field is called; what is no field of the form, or none that says what it is in a word, has a name of its own. */
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

/** What a field holds on a device, in words. */
function useValueText() {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale() as Locale
  const queryClient = useQueryClient()

  return ({ field, step, ...values }: Difference, whose: 'mine' | 'theirs', draft: WizardDraft): string => {
    const value = values[whose]
    if (field === 'address') return lineOf(draft.installation.address, locale)
    if (field === 'owner_address') return lineOf(draft.person.address, locale)
    if (field === 'gas.isLeftOut') return t(value ? 'gas.without' : 'gas.with')
    if (value === null || value === '') return '—'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return filesText(value, draft) || '—'
    if (field === 'residence') return t(`residence.${value as 'habitual'}`)
    if (field === 'language') return t(`languages.${value as Locale}`)
    if (field === 'cups') return cupsGroups(String(value)).join(' ')
    if (field === 'mobile') return formatPhone(withPrefix(String(value)))
    if (field === 'iban') return ibanGroups(String(value).replace(/\s/g, '').toUpperCase()).join(' ')
    if (/^power\d$/.test(field)) return formatPower(Math.round(Number(value) * 1000), locale)
    if (field === 'activity') return draft.installation.activityName || named('activities', value)
    if (field === 'retailer') return named('retailers', value)
    if (field === 'tariff') return named('tariffs', value)
    if (field === 'product')
      return draft[step === 'contract' ? 'contract' : 'gas'].productName || named('products', value)
    return String(value)
  }

  /** What is chosen from a list is known by its id; what of the list was not read here stays unnamed. */
  function named(list: string, id: unknown): string {
    const read = queryClient.getQueriesData<readonly Choice[]>({ queryKey: ['contracting', list] })
    const choice = read.flatMap(([, choices]) => choices ?? []).find((each) => each.id === id)
    return choice?.descripcio ?? choice?.name ?? t('conflict.another')
  }
}

type Choice = { id: number; name: string; descripcio?: string }

/** Files by their names, codes as they are. */
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

function lineOf({ typed, found }: WizardDraft['person']['address'], locale: Locale): string {
  return fullAddressOf(partsOf(typed, found?.city ?? ''), locale) || '—'
}
