import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type Locale, languageNames, locales } from '#vocabulary/locale.ts'
import type { ContentKind } from '../api.ts'
import { blockPositions } from '../rules.ts'
import { type ContentDraft, isTranslatedInto, localizedFieldName } from './content-draft.ts'
import { HtmlPreview } from './html-preview.tsx'
import { ownPagesQuery } from './queries.ts'

type ContentFieldsProps = {
  kind: ContentKind
  isNew: boolean
  draft: ContentDraft
  onDraft: (change: (draft: ContentDraft) => ContentDraft) => void
  errorOf: (field: string) => string | undefined
}

/** The form fields of a block, page or banner. */
export function ContentFields(props: ContentFieldsProps) {
  if (props.kind === 'page') return <PageFields {...props} />
  return props.kind === 'banner' ? <BannerFields {...props} /> : <BlockFields {...props} />
}

type OwnPageSelectProps = {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

function OwnPageSelect(select: OwnPageSelectProps) {
  const t = useTranslations('desk-content.list')
  const { data: pages = [] } = useQuery(ownPagesQuery(useSend()))
  const options = pages.map(({ key, title }) => ({ value: key, label: title }))
  return <NativeSelect label={t('pageOn')} options={[{ value: '', label: '—' }, ...options]} {...select} />
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function PageFields(props: ContentFieldsProps) {
  const t = useTranslations('desk-content.list')
  const { fieldOf, localizedFieldOf, language, setLanguage } = useContentFieldProps(props)
  return (
    <>
      <TextField label={t('routePath')} hint={t('routeHint')} autoCapitalize="none" {...fieldOf('route_path')} />
      <LanguageSelect {...props} language={language} onLanguage={setLanguage} />
      <TextField label={t('buttonTitle')} {...localizedFieldOf('button_title')} />
      <TextField label={t('buttonDescription')} {...localizedFieldOf('button_description')} />
    </>
  )
}

function BannerFields(props: ContentFieldsProps) {
  const t = useTranslations('desk-content.list')
  const { isNew, draft, onDraft, errorOf } = props
  const { fieldOf, localizedFieldOf, language, setLanguage } = useContentFieldProps(props)
  return (
    <>
      <TextField label={t('code')} hint={t('codeHint')} readOnly={!isNew} {...fieldOf('code')} />
      <LanguageSelect {...props} language={language} onLanguage={setLanguage} />
      <HtmlField field={localizedFieldOf('html')} />
      <TextField
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        label={t('image')}
        hint={t(draft.image ? 'imageKept' : 'imageHint')}
        error={errorOf('image')}
        onChange={async (event) => {
          const [file] = event.target.files ?? []
          if (!file) return
          const image = await base64Of(file)
          onDraft((draft) => ({ ...draft, html: '', image }))
        }}
      />
    </>
  )
}

function BlockFields(props: ContentFieldsProps) {
  const t = useTranslations('desk-content.list')
  const { fieldOf } = useContentFieldProps(props)
  return (
    <>
      <TextField label={t('name')} {...fieldOf('name')} />
      <NativeSelect
        label={t('place')}
        options={blockPositions.map((place) => ({ value: place, label: t(`places.${place}`) }))}
        {...fieldOf('place')}
      />
      {props.draft.place === 'Page' && <OwnPageSelect {...fieldOf('page_id')} />}
      <NativeSelect
        label={t('language')}
        options={[
          { value: '', label: t('allLanguages') },
          ...locales.map((locale) => ({ value: locale as string, label: languageNames[locale] })),
        ]}
        {...fieldOf('locale')}
      />
      <HtmlField field={fieldOf('html')} />
      <TextField label={t('width')} hint={t('sizeHint')} width="short" {...fieldOf('width')} />
      <TextField label={t('height')} hint={t('sizeHint')} width="short" {...fieldOf('height')} />
      <TextField
        label={t('priority')}
        hint={t('priorityHint')}
        width="short"
        inputMode="numeric"
        {...fieldOf('priority')}
      />
    </>
  )
}

type FieldProps = ReturnType<ReturnType<typeof useContentFieldProps>['fieldOf']>

/** Returns the properties of each field, and of its translation into the language that is chosen. */
function useContentFieldProps({ draft, onDraft, errorOf }: ContentFieldsProps) {
  const [language, setLanguage] = useState<Locale | null>(null)
  const set = (field: string, value: string) => onDraft((draft) => ({ ...draft, [field]: value }))
  const fieldOf = (field: string) => ({
    value: draft[field] ?? '',
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  })
  // Problems of a translation are shown at its field.
  const localizedFieldOf = (field: string) => ({
    ...fieldOf(localizedFieldName(field, language)),
    error: language ? errorOf(`translations.${language}.${field}`) : errorOf(field),
  })
  return { fieldOf, localizedFieldOf, language, setLanguage }
}

function HtmlField({ field }: { field: FieldProps }) {
  const t = useTranslations('desk-content.list')
  return (
    <>
      <TextArea label={t('html')} rows={10} spellCheck={false} {...field} />
      {field.value && <HtmlPreview html={field.value} />}
    </>
  )
}

type LanguageSelectProps = Pick<ContentFieldsProps, 'kind' | 'draft'> & {
  language: Locale | null
  onLanguage: (language: Locale | null) => void
}

function LanguageSelect({ kind, draft, language, onLanguage }: LanguageSelectProps) {
  const t = useTranslations('desk-content.list')
  return (
    <NativeSelect
      label={t('language')}
      hint={t('languageHint')}
      value={language ?? ''}
      onChange={(event) => onLanguage(locales.find((locale) => locale === event.target.value) ?? null)}
      options={[
        { value: '', label: t('firstLanguage') },
        ...locales.map((locale) => ({
          value: locale as string,
          label: isTranslatedInto(kind, draft, locale)
            ? t('writtenIn', { language: languageNames[locale] })
            : languageNames[locale],
        })),
      ]}
    />
  )
}
