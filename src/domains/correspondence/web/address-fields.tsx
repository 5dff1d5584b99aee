import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { streetTypesQuery } from '#domains/geo/web/queries.ts'
import { Button } from '#kit/web/button.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { longest } from '../address-lengths.ts'
import type { AddressDraft, DraftField, PlaceDraft } from './address-draft.ts'
import styles from './address-fields.module.css'
import type { usePlace } from './use-place.ts'

type AddressFieldsProps = {
  draft: AddressDraft
  place: ReturnType<typeof usePlace>
  errors: Partial<Record<DraftField, string>>
  onChange: (change: Partial<AddressDraft>) => void
}

/** The id of a field, by which the summary of errors finds it. */
export function fieldIdOf(field: string): string {
  return `address-${field}`
}

/** The fields of a new address: for whom, where, and how they are reached. */
export function AddressFields({ draft, place, errors, onChange }: AddressFieldsProps) {
  const t = useTranslations('correspondence.address')

  const field = (name: 'name' | 'email' | 'mobile', more: Partial<ComponentProps<typeof TextField>>) => (
    <TextField
      id={fieldIdOf(name)}
      label={t(`fields.${name}`)}
      error={errors[name]}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  )

  return (
    <>
      {field('name', { autoComplete: 'name', maxLength: longest.name })}
      <PlaceFields {...{ draft, place, errors, onChange }} idOf={fieldIdOf} />
      <div className={styles.reach}>
        {field('email', { type: 'email', autoComplete: 'email' })}
        {field('mobile', { type: 'tel', autoComplete: 'tel', maxLength: 30 })}
      </div>
    </>
  )
}

type PlaceFieldsProps = {
  draft: PlaceDraft
  place: ReturnType<typeof usePlace>
  errors: Partial<Record<DraftField, string>>
  onChange: (change: Partial<PlaceDraft>) => void
  /** The id of a field, by which the summary of errors finds it. */
  idOf: (field: string) => string
  referenceHint?: string
}

/** The fields of a place alone: its street with number and door, its postcode with the town that follows from it. */
export function PlaceFields({ draft, place, errors, onChange, idOf, referenceHint }: PlaceFieldsProps) {
  const t = useTranslations('correspondence.address')
  const locale = useLocale()
  const streetTypes = useQuery(streetTypesQuery(useSend(), locale)).data ?? []

  type Typed = Exclude<keyof PlaceDraft, 'ine'>
  const field = (name: Typed, more: Partial<ComponentProps<typeof TextField>> = {}) => (
    <TextField
      id={idOf(name)}
      label={t(`fields.${name}`)}
      error={errors[name]}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  )

  return (
    <>
      <div className={styles.street}>
        <NativeSelect
          id={idOf('tv')}
          label={t('fields.tv')}
          error={errors.tv}
          options={streetTypes.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.tv}
          onChange={(event) => onChange({ tv: event.target.value })}
        />
        {field('nv', { maxLength: longest.street })}
        {field('pnp', { maxLength: longest.number })}
      </div>
      <div className={styles.small}>
        {field('bq', { isOptional: true, maxLength: longest.block })}
        {field('es', { isOptional: true, maxLength: longest.stairs })}
        {field('pt', { isOptional: true, maxLength: longest.floor })}
        {field('pu', { isOptional: true, maxLength: longest.door })}
      </div>
      <div className={styles.town}>
        {field('dp', { inputMode: 'numeric', autoComplete: 'postal-code', maxLength: 5, width: 'short' })}
        <Town {...{ draft, place, onChange }} id={idOf('poblacio')} error={errors.poblacio} />
      </div>
      {field('aclarador', { isOptional: true, hint: t('fields.aclaradorHint'), maxLength: longest.hint })}
      {field('ref_catastral', {
        isOptional: true,
        hint: referenceHint ?? t('fields.ref_catastralHint'),
        maxLength: 40,
        autoCapitalize: 'characters',
        autoComplete: 'off',
      })}
    </>
  )
}

/** The town that a postcode leads to with its province, or those among which it leaves the choice. */
function Town({
  draft,
  place,
  id,
  error,
  onChange,
}: Pick<PlaceFieldsProps, 'draft' | 'place' | 'onChange'> & { id: string; error: string | undefined }) {
  const t = useTranslations('correspondence.address')
  const { towns = [], town, province, isLooking, hasFailed, lookAgain } = place
  const told = town && province ? t('townOf', { city: town.city, province }) : undefined
  if (towns.length > 1)
    return (
      <NativeSelect
        id={id}
        label={t('fields.poblacio')}
        hint={told}
        error={error}
        options={[
          { value: '', label: t('fields.chooseTown') },
          ...towns.map(({ city, ine }) => ({ value: ine, label: city })),
        ]}
        value={draft.ine}
        onChange={(event) => onChange({ ine: event.target.value })}
      />
    )
  return (
    <div className={styles.told}>
      <p role="status">{isLooking ? t('lookingUp') : told}</p>
      {hasFailed && (
        <>
          <p>{t('lookupFailed')}</p>
          <Button variant="second" isSmall onClick={lookAgain}>
            {t('lookupRetry')}
          </Button>
        </>
      )}
    </div>
  )
}
