import { type Locale, locales } from '#kit/locale.ts'
import type { Content, ContentKind, KeptContent } from '../api.ts'
import type { Place } from '../rules.ts'

/** What the form holds: every field as text, and a picture in base64. */
export type Draft = Record<string, string>

const fresh: Record<ContentKind, Draft> = {
  block: { name: '', place: 'Login', locale: '', page_id: '', html: '', width: '', height: '', priority: '0' },
  page: { route_path: '', button_title: '', button_description: '' },
  banner: { code: '', html: '', image: '' },
}

/** The fields of each kind that have words, which may be written in every language. */
const translated: Partial<Record<ContentKind, readonly string[]>> = {
  page: ['button_title', 'button_description'],
  banner: ['html'],
}

/** The form of what is kept, or of something new. */
export function draftOf(kind: ContentKind, content: KeptContent | null): Draft {
  if (!content) return fresh[kind]
  const fields = Object.keys(fresh[kind])
  const { translations } = content
  const others = Object.entries(typeof translations === 'object' && translations ? translations : {})
  return {
    ...Object.fromEntries(fields.map((field) => [field, String(content[field] ?? '')])),
    ...Object.fromEntries(
      others.flatMap(([locale, words]) =>
        Object.entries(words).map(([field, text]) => [fieldIn(field, locale as Locale), text]),
      ),
    ),
  }
}

/** The field of the form that holds the words of a field in a language; null is the retailer's first. */
export function fieldIn(field: string, locale: Locale | null): string {
  return locale ? `${field}.${locale}` : field
}

/** Whether something is written in a language. */
export function isWrittenIn(kind: ContentKind, draft: Draft, locale: Locale): boolean {
  return (translated[kind] ?? []).some((field) => draft[fieldIn(field, locale)]?.trim())
}

function translationsIn(kind: ContentKind, draft: Draft) {
  const written = locales.filter((locale) => isWrittenIn(kind, draft, locale))
  const wordsIn = (locale: Locale) =>
    Object.fromEntries((translated[kind] ?? []).map((field) => [field, draft[fieldIn(field, locale)] ?? '']))
  return Object.fromEntries(written.map((locale) => [locale, wordsIn(locale)])) as never
}

/** What a form says, for the server to check. */
export function contentIn(kind: ContentKind, draft: Draft): Content {
  const { name = '', html = '', image = '' } = draft
  if (kind === 'page')
    return {
      kind,
      route_path: draft.route_path ?? '',
      button_title: draft.button_title ?? '',
      button_description: draft.button_description ?? '',
      translations: translationsIn(kind, draft),
    }
  // Where HTML is written, it stands in the place of the picture.
  if (kind === 'banner')
    return {
      ...{ kind, code: draft.code ?? '', html: html.trim() ? html : null },
      image: html.trim() ? null : image || null,
      translations: translationsIn(kind, draft),
    }
  return {
    ...{ kind, name, html, place: draft.place as Place },
    locale: (draft.locale || null) as (Content & { kind: 'block' })['locale'],
    page_id: draft.place === 'Page' && draft.page_id ? Number(draft.page_id) : null,
    width: draft.width || null,
    height: draft.height || null,
    priority: Number(draft.priority),
  }
}
