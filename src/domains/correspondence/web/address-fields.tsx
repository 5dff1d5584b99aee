import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { streetTypesQuery } from '#domains/geo/web/queries.ts'
import { Button } from '#kit/web/action/button.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { maxAddressLengths } from '../address-lengths.ts'
import type { AddressDraft, AddressDraftField, LocationDraft } from './address-draft.ts'
import styles from './address-fields.module.css'
import type { usePostcodeLookup } from './use-postcode-lookup.ts'

type AddressFieldsProps = {
  draft: AddressDraft
  lookup: ReturnType<typeof usePostcodeLookup>
  errors: Partial<Record<AddressDraftField, string>>
  onChange: (change: Partial<AddressDraft>) => void
}

/** Returns the id of a field, which the error summary links to. */
export function addressFieldId(field: string): string {
  return `address-${field}`
}

/** The fields of a new address: recipient, location and contact data. */
export function AddressFields({ draft, lookup, errors, onChange }: AddressFieldsProps) {
  const t = useTranslations('correspondence.address')

  const field = (name: 'name' | 'email' | 'mobile', more: Partial<ComponentProps<typeof TextField>>) => (
    <TextField
      id={addressFieldId(name)}
      label={t(`fields.${name}`)}
      error={errors[name]}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  )

  return (
    <>
      {field('name', { autoComplete: 'name', maxLength: maxAddressLengths.name })}
      <LocationFields {...{ draft, lookup, errors, onChange }} idOf={addressFieldId} />
      <div className={styles.reach}>
        {field('email', { type: 'email', autoComplete: 'email' })}
        {field('mobile', { type: 'tel', autoComplete: 'tel', maxLength: 30 })}
      </div>
    </>
  )
}

type LocationFieldsProps = {
  draft: LocationDraft
  lookup: ReturnType<typeof usePostcodeLookup>
  errors: Partial<Record<AddressDraftField, string>>
  onChange: (change: Partial<LocationDraft>) => void
  /** Returns the id of a field, which the error summary links to. */
  idOf: (field: string) => string
  referenceHint?: string
}

/** The fields of a location: its street with number and door, its postcode and the town that follows from it. */
export function LocationFields({ draft, lookup, errors, onChange, idOf, referenceHint }: LocationFieldsProps) {
  const t = useTranslations('correspondence.address')
  const locale = useLocale()
  const streetTypes = useQuery(streetTypesQuery(useSend(), locale)).data ?? []

  type TextFieldName = Exclude<keyof LocationDraft, 'ine'>
  const field = (name: TextFieldName, more: Partial<ComponentProps<typeof TextField>> = {}) => (
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
        {field('nv', { maxLength: maxAddressLengths.street })}
        {field('pnp', { maxLength: maxAddressLengths.number })}
      </div>
      <div className={styles.small}>
        {field('bq', { isOptional: true, maxLength: maxAddressLengths.block })}
        {field('es', { isOptional: true, maxLength: maxAddressLengths.stairs })}
        {field('pt', { isOptional: true, maxLength: maxAddressLengths.floor })}
        {field('pu', { isOptional: true, maxLength: maxAddressLengths.door })}
      </div>
      <div className={styles.town}>
        {field('dp', { inputMode: 'numeric', autoComplete: 'postal-code', maxLength: 5, width: 'short' })}
        <TownField {...{ draft, lookup, onChange }} id={idOf('poblacio')} error={errors.poblacio} />
      </div>
      {field('aclarador', { isOptional: true, hint: t('fields.aclaradorHint'), maxLength: maxAddressLengths.hint })}
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

/** Shows the town and province of a postcode, or a choice if it has several towns. */
function TownField({
  draft,
  lookup,
  id,
  error,
  onChange,
}: Pick<LocationFieldsProps, 'draft' | 'lookup' | 'onChange'> & { id: string; error: string | undefined }) {
  const t = useTranslations('correspondence.address')
  const { towns = [], town, province, isLooking, hasFailed, retry } = lookup
  const townText = town && province ? t('townOf', { city: town.city, province }) : undefined
  if (towns.length > 1)
    return (
      <NativeSelect
        id={id}
        label={t('fields.poblacio')}
        hint={townText}
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
    <div className={styles.notice}>
      <p role="status">{isLooking ? t('lookingUp') : townText}</p>
      {hasFailed && (
        <>
          <p>{t('lookupFailed')}</p>
          <Button variant="second" isSmall onClick={retry}>
            {t('lookupRetry')}
          </Button>
        </>
      )}
    </div>
  )
}
