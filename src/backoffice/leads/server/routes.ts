import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { ApplicantDecision, DecisionResult } from '#domains/contracting/server/decide-applicant.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { decideLead, handleLead, listLeads, readLead } from '../api.ts'
import { downloadLeadFile, exportLeads } from '../downloads.ts'
import { findLead, findLeadFile, findLeads, saveHandling, streamLeads } from './lead-store.ts'
import { writeLeadsCsv } from './leads-csv.ts'
import { presentLead } from './present-lead.ts'

type LeadDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
  /** Decides about an applicant, with all consequences. */
  decide: (decision: ApplicantDecision) => Promise<DecisionResult>
}

/** Registers the back-office routes with which operators read leads and record their handling. */
export function leadDeskRoutes({ serve, db, files, clock, textsFor, decide }: LeadDeskDeps) {
  serve(listLeads, ({ query }) => findLeads(db, query))

  // Must precede the call for one lead, whose path would also match.
  serve(exportLeads, async ({ actor, query, request }) => {
    // The search text may be a person's name, so only the filters are recorded.
    const { q, ...filters } = query
    await auditAction({ db, actor, request, action: 'leads_exported', after: { ...filters, isSearched: q !== '' } })
    const { locale } = actor
    const textOf = textsFor(locale)
    return {
      content: Readable.from(writeLeadsCsv(streamLeads(db, query), textOf, locale)),
      fileName: `${textOf('document.file')}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    }
  })

  serve(readLead, {
    find: ({ params }) => findLead(db, params.id),
    act: ({ subject }) => presentLead(db, subject),
  })

  serve(handleLead, {
    find: ({ params }) => findLead(db, params.id),
    async act({ actor, subject, body: { handling, note, version }, request }) {
      await db.transaction().execute(async (db) => {
        const before = await saveHandling(db, {
          leadId: subject.id,
          handling,
          note,
          seen: version,
          userId: actor.userId,
          now: clock(),
        })
        await auditChange({
          ...{ db, actor, request },
          action: 'lead_handled',
          customerId: subject.customer?.id,
          subject: `lead:${subject.id}`,
          before: { handling: before },
          after: { handling, hasNote: note !== '' },
        })
      })
      return undefined
    },
  })

  serve(decideLead, {
    find: ({ params }) => findLead(db, params.id),
    async act({ actor: { userId }, subject, body: { outcome, reason }, request }, refuse) {
      if (outcome === 'refused' && reason === '') throw refuse('reason_missing', { fields: { reason: ['required'] } })
      const decision = { leadId: subject.id, outcome, reason, operatorUserId: userId, requestId: request.id }
      const result = await decide(decision)
      if (result === 'nothing_to_decide') throw refuse('nothing_to_decide')
      if (result === 'outdated') throw refuse('lead_outdated')
      return undefined
    },
  })

  serve(downloadLeadFile, {
    find: ({ params }) => findLeadFile(db, params),
    async act({ actor, subject, request }) {
      const content = await openUpload(files, subject)
      await auditAction({
        ...{ db, actor, request },
        action: 'lead_file_read',
        subject: `lead:${subject.lead_id}`,
        after: { purpose: subject.purpose },
      })
      return { content, fileName: subject.file_name, mediaType: subject.media_type }
    },
  })
}
