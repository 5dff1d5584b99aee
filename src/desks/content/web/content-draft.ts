import type { Content, ContentKind, KeptContent } from '../api.ts'
import type { Place } from '../rules.ts'

/** What the form holds: every field as text, and a picture in base64. */
export type Draft = Record<string, string>

const fresh: Record<ContentKind, Draft> = {
  block: { name: '', place: 'Login', locale: '', page_id: '', html: '', width: '', height: '', priority: '0' },
  page: { route_path: '', button_title: '', button_description: '' },
  banner: { code: '', html: '', image: '' },
}

/** The form of what is kept, or of something new. */
export function draftOf(kind: ContentKind, content: KeptContent | null): Draft {
  const fields = Object.keys(fresh[kind])
  return content ? Object.fromEntries(fields.map((field) => [field, String(content[field] ?? '')])) : fresh[kind]
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
    }
  // Where HTML is written, it stands in the place of the picture.
  if (kind === 'banner')
    return { kind, code: draft.code ?? '', html: html.trim() ? html : null, image: html.trim() ? null : image || null }
  return {
    ...{ kind, name, html, place: draft.place as Place },
    locale: (draft.locale || null) as (Content & { kind: 'block' })['locale'],
    page_id: draft.place === 'Page' && draft.page_id ? Number(draft.page_id) : null,
    width: draft.width || null,
    height: draft.height || null,
    priority: Number(draft.priority),
  }
}
