import { type Locale, locales } from '#vocabulary/locale.ts'
import type { Content, ContentKind, StoredContent } from '../api.ts'
import type { BlockPosition } from '../rules.ts'

/** The form state: every field as text, images in base64. */
export type ContentDraft = Record<string, string>

const emptyDrafts: Record<ContentKind, ContentDraft> = {
  block: { name: '', place: 'Login', locale: '', page_id: '', html: '', width: '', height: '', priority: '0' },
  page: { route_path: '', button_title: '', button_description: '' },
  banner: { code: '', html: '', image: '' },
}

/** The translatable fields of each kind. */
const translatedFields: Partial<Record<ContentKind, readonly string[]>> = {
  page: ['button_title', 'button_description'],
  banner: ['html'],
}

/** Returns the draft for stored or new content. */
export function draftOf(kind: ContentKind, content: StoredContent | null): ContentDraft {
  if (!content) return emptyDrafts[kind]
  const fields = Object.keys(emptyDrafts[kind])
  const { translations } = content
  const others = Object.entries(typeof translations === 'object' && translations ? translations : {})
  return {
    ...Object.fromEntries(fields.map((field) => [field, String(content[field] ?? '')])),
    ...Object.fromEntries(
      others.flatMap(([locale, texts]) =>
        Object.entries(texts).map(([field, text]) => [localizedFieldName(field, locale as Locale), text]),
      ),
    ),
  }
}

/** Returns the form field name of a field in a language; null stands for the retailer's first language. */
export function localizedFieldName(field: string, locale: Locale | null): string {
  return locale ? `${field}.${locale}` : field
}

/** Checks whether the draft has a text in a language. */
export function isTranslatedInto(kind: ContentKind, draft: ContentDraft, locale: Locale): boolean {
  return (translatedFields[kind] ?? []).some((field) => draft[localizedFieldName(field, locale)]?.trim())
}

function translationsIn(kind: ContentKind, draft: ContentDraft) {
  const writtenLocales = locales.filter((locale) => isTranslatedInto(kind, draft, locale))
  const textsIn = (locale: Locale) =>
    Object.fromEntries(
      (translatedFields[kind] ?? []).map((field) => [field, draft[localizedFieldName(field, locale)] ?? '']),
    )
  return Object.fromEntries(writtenLocales.map((locale) => [locale, textsIn(locale)])) as never
}

/** Converts a draft to the API format. The server validates it. */
export function contentFromDraft(kind: ContentKind, draft: ContentDraft): Content {
  const { name = '', html = '', image = '' } = draft
  if (kind === 'page')
    return {
      kind,
      route_path: draft.route_path ?? '',
      button_title: draft.button_title ?? '',
      button_description: draft.button_description ?? '',
      translations: translationsIn(kind, draft),
    }
  // HTML replaces the image.
  if (kind === 'banner')
    return {
      ...{ kind, code: draft.code ?? '', html: html.trim() ? html : null },
      image: html.trim() ? null : image || null,
      translations: translationsIn(kind, draft),
    }
  return {
    ...{ kind, name, html, place: draft.place as BlockPosition },
    locale: (draft.locale || null) as (Content & { kind: 'block' })['locale'],
    page_id: draft.place === 'Page' && draft.page_id ? Number(draft.page_id) : null,
    width: draft.width || null,
    height: draft.height || null,
    priority: Number(draft.priority),
  }
}
