import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { isUploadId } from '#domains/uploads/upload-id.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { isAcceptableUntil, needsAnswer } from '../../../declaration-rules.ts'
import { decideDeclaration } from '../../../server/declarations/decide-declaration.ts'
import { decideDeclaration as decideCall, listDeclarations } from '../api.ts'
import { downloadDeclarationPaper } from '../downloads.ts'
import { findDeclarationOwner, findDeclarationPaper, findDeclarations } from './declaration-list.ts'

type DeclarationDeskDeps = { serve: Serve; db: Kysely<DB>; files: Files; clock: () => Date }

/** Registers the calls with which operators decide what customers declare of their supplies. */
export function declarationDeskRoutes({ serve, db, files, clock }: DeclarationDeskDeps) {
  serve(listDeclarations, ({ query }) => findDeclarations(db, query))

  serve(decideCall, {
    find: ({ params }) => {
      const declarationId = parseId(params.id)
      return declarationId === undefined ? Promise.resolve(undefined) : findDeclarationOwner(db, declarationId)
    },
    act: ({ actor, subject, body, request }, refuse) =>
      db.transaction().execute(async (trx) => {
        const { decision, accepted_until: acceptedUntil = null } = body
        const answer = body.answer || null
        const now = clock()
        if (needsAnswer(decision) && answer === null) throw refuse('invalid', { fields: { answer: ['required'] } })
        if (decision === 'accept' && !isDay(acceptedUntil, now))
          throw refuse('invalid', { fields: { accepted_until: [acceptedUntil ? 'invalid_value' : 'required'] } })
        const input = { decision, acceptedUntil, answer, userId: actor.userId, now }
        if (!(await decideDeclaration(trx, subject, input))) throw refuse('declaration_decided')
        const { customerId, declarationId } = subject
        const after = { decision, ...(decision === 'accept' && { acceptedUntil }) }
        const entry = { action: 'declaration_decided', customerId, subject: `declaration:${declarationId}`, after }
        await auditChange({ db: trx, actor, request, ...entry })
        return undefined
      }),
  })

  serve(downloadDeclarationPaper, {
    find: ({ params: { id, uploadId } }) => {
      const declarationId = parseId(id)
      return declarationId === undefined || !isUploadId(uploadId)
        ? Promise.resolve(undefined)
        : findDeclarationPaper(db, { declarationId, uploadId })
    },
    async act({ subject, actor, request }) {
      const { customer_id: customerId, supply_declaration_id: id, file_name: fileName, media_type: mediaType } = subject
      const content = await openUpload(files, subject)
      const entry = { action: 'declaration_paper_read', customerId, subject: `declaration:${id}` }
      await auditAction({ db, actor, request, ...entry })
      return { content, fileName, mediaType }
    },
  })
}

function isDay(day: string | null, now: Date): boolean {
  return day !== null && isAcceptableUntil(day, marketDayOf(now, 'Europe/Madrid'))
}
