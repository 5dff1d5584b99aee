import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { rasterImageUrl } from '../../../raster-image.ts'
import { cleanHtml } from '../../../server/clean-html.ts'
import { addContent, type Content, listContent, listVersions, previewHtml, removeContent, saveContent } from '../api.ts'
import { isLegalText } from '../rules.ts'
import {
  deleteContent,
  findContent,
  findContentPage,
  findVersions,
  hasBlocks,
  hasPage,
  insertContent,
  lockContent,
  saveVersion,
  updateContent,
} from './content-store.ts'

type ContentDeskDeps = { serve: Serve; db: Kysely<DB>; basePath: string; clock: () => Date }

/** Registers the back-office routes for the content that the retailer publishes on the portal. */
export function contentDeskRoutes({ serve, db, basePath, clock }: ContentDeskDeps) {
  serve(listContent, ({ query }) => findContentPage(db, query))

  serve(previewHtml, async ({ body }) => ({ html: cleanHtml(body.html, { basePath }) }))

  serve(addContent, async ({ actor, body, request }, refuse) => {
    const fields = await findInvalidFields(body)
    if (fields) throw refuse('invalid', { fields })
    const key = await db.transaction().execute(async (db) => {
      const added = await insertContent(db, body)
      if (added === undefined) throw refuse('code_taken')
      await auditChange({ db, actor, request, action: 'content_added', subject: `${body.kind}:${added}` })
      return added
    })
    return { key }
  })

  serve(saveContent, {
    find: ({ params }) => findContent(db, params),
    act: async ({ actor, subject, body: { content, version }, request }, refuse) => {
      const isSame = content.kind === subject.kind && (content.kind !== 'banner' || content.code === subject.key)
      const fields = isSame ? await findInvalidFields(content) : { kind: ['invalid_value'] }
      if (fields) throw refuse('invalid', { fields })
      return db.transaction().execute(async (db) => {
        const before = await lockContent(db, subject)
        if (before?.version !== version) throw refuse('content_changed', { extra: { current: before ?? null } })
        await updateContent(db, subject.key, content)
        const after = await saveVersion(db, { ...before, by: actor.userId, now: clock() })
        await auditChange({
          ...{ db, actor, request },
          action: 'content_changed',
          subject: `${subject.kind}:${subject.key}`,
          before: { version },
          after: { version: after },
        })
        return { version: after }
      })
    },
  })

  serve(removeContent, {
    find: ({ params }) => findContent(db, params),
    act: async ({ actor, subject, body: { version }, request }, refuse) => {
      await db.transaction().execute(async (db) => {
        const before = await lockContent(db, subject)
        if (before?.version !== version) throw refuse('content_changed', { extra: { current: before ?? null } })
        if (subject.kind === 'page' && (await hasBlocks(db, Number(subject.key)))) throw refuse('page_has_blocks')
        await deleteContent(db, subject)
        await saveVersion(db, { ...before, by: actor.userId, now: clock() })
        await auditChange({
          ...{ db, actor, request },
          action: 'content_removed',
          subject: `${subject.kind}:${subject.key}`,
          before: { version },
        })
      })
      return undefined
    },
  })

  serve(listVersions, {
    find: ({ params }) => findContent(db, params),
    act: async ({ subject }) => ({ items: await findVersions(db, subject) }),
  })

  /** Returns problems of the content beyond the format of its fields, by field. */
  async function findInvalidFields(content: Content): Promise<Record<string, string[]> | undefined> {
    if (content.kind === 'block') {
      if (isLegalText(content.place) && !content.locale) return { locale: ['language_needed'] }
      const isOnPage = content.place !== 'Page' || (content.page_id !== null && (await hasPage(db, content.page_id)))
      return isOnPage ? undefined : { page_id: ['page_needed'] }
    }
    if (content.kind === 'page') return undefined
    if ((content.html === null) === (content.image === null)) return { html: ['html_or_image'] }
    return content.image === null || rasterImageUrl(content.image) ? undefined : { image: ['not_picture'] }
  }
}
