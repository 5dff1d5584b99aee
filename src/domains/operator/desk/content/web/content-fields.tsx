import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextArea } from '#kit/web/text-area.tsx'
import { TextField } from '#kit/web/text-field.tsx'
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
export function ContentFields({ kind, isNew, draft, onDraft, errorOf }: ContentFieldsProps) {
  const t = useTranslations('desk-content.list')
  const set = (field: string, value: string) => onDraft((draft) => ({ ...draft, [field]: value }))
  const fieldOf = (field: string) => ({
    value: draft[field] ?? '',
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  })
  const [language, setLanguage] = useState<Locale | null>(null)
  // Problems of a translation are shown at its field.
  const localizedFieldOf = (field: string) => ({
    ...fieldOf(localizedFieldName(field, language)),
    error: language ? errorOf(`translations.${language}.${field}`) : errorOf(field),
  })
  const htmlField = kind === 'banner' ? localizedFieldName('html', language) : 'html'
  const html = (
    <>
      <TextArea
        label={t('html')}
        rows={10}
        spellCheck={false}
        {...(kind === 'banner' ? localizedFieldOf('html') : fieldOf('html'))}
      />
      {draft[htmlField] && <HtmlPreview html={draft[htmlField]} />}
    </>
  )
  const languageSelect = (
    <NativeSelect
      label={t('language')}
      hint={t('languageHint')}
      value={language ?? ''}
      onChange={(event) => setLanguage(locales.find((locale) => locale === event.target.value) ?? null)}
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

  if (kind === 'page')
    return (
      <>
        <TextField label={t('routePath')} hint={t('routeHint')} autoCapitalize="none" {...fieldOf('route_path')} />
        {languageSelect}
        <TextField label={t('buttonTitle')} {...localizedFieldOf('button_title')} />
        <TextField label={t('buttonDescription')} {...localizedFieldOf('button_description')} />
      </>
    )
  if (kind === 'banner')
    return (
      <>
        <TextField label={t('code')} hint={t('codeHint')} readOnly={!isNew} {...fieldOf('code')} />
        {languageSelect}
        {html}
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
  return (
    <>
      <TextField label={t('name')} {...fieldOf('name')} />
      <NativeSelect
        label={t('place')}
        options={blockPositions.map((place) => ({ value: place, label: t(`places.${place}`) }))}
        {...fieldOf('place')}
      />
      {draft.place === 'Page' && <OwnPageSelect {...fieldOf('page_id')} />}
      <NativeSelect
        label={t('language')}
        options={[
          { value: '', label: t('allLanguages') },
          ...locales.map((locale) => ({ value: locale as string, label: languageNames[locale] })),
        ]}
        {...fieldOf('locale')}
      />
      {html}
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
