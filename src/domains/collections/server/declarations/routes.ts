import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { isUploadId } from '#domains/uploads/upload-id.ts'
import { parseId } from '#kit/parse-id.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { completeDeclaration as completeCall, declareSupply as declareCall } from '../../api.ts'
import { kindsFor } from '../../declaration-rules.ts'
import { downloadOwnDeclarationPaper } from '../../downloads.ts'
import { completeDeclaration, declareSupply } from './declare-supply.ts'

type DeclarationRouteDeps = { serve: Serve; db: Kysely<DB>; files: Files; clock: () => Date }

/** Registers the calls with which customers declare that a supply is not to be cut off. */
export function declarationRoutes({ serve, db, files, clock }: DeclarationRouteDeps) {
  serve(declareCall, {
    find: ({ actor: { customerIds }, params }) => findDebt(customerIds, params.id),
    act: ({ actor: { userId }, subject, body, request }, refuse) =>
      db.transaction().execute(async (trx) => {
        const { customer_id: customerId, contract_id: contractId, is_company: isCompany } = subject
        const { kind, note, valid_until: validUntil = null, attachments } = body
        if (!kindsFor({ isCompany }).includes(kind)) throw refuse('invalid', { fields: { kind: ['invalid_value'] } })
        const input = {
          customerId,
          contractId,
          kind,
          note: note || null,
          validUntil,
          attachments,
          userId,
          now: clock(),
        }
        const outcome = await declareSupply({ db: trx, files }, input)
        if ('paper' in outcome) throw refuse('invalid', { fields: { attachments: [outcome.paper] } })
        if ('problem' in outcome) throw refuse(outcome.problem)
        const { declarationId } = outcome
        const entry = { action: 'declaration_made', subject: `declaration:${declarationId}`, after: { contractId } }
        await writeAudit(trx, { ...entry, actorUserId: userId, customerId, requestId: request.id })
        return { id: declarationId }
      }),
  })

  serve(completeCall, {
    find: ({ actor: { customerIds }, params }) => findDeclaration(customerIds, params.id),
    act: ({ actor: { userId }, subject: { customer_id: customerId, id }, body: { attachments }, request }, refuse) =>
      db.transaction().execute(async (trx) => {
        const key = { customerId, declarationId: id }
        const outcome = await completeDeclaration({ db: trx, files }, key, { attachments, userId, now: clock() })
        if (outcome && 'paper' in outcome) throw refuse('invalid', { fields: { attachments: [outcome.paper] } })
        if (outcome) throw refuse(outcome.problem)
        const entry = { action: 'declaration_completed', subject: `declaration:${id}`, customerId }
        await writeAudit(trx, { ...entry, actorUserId: userId, requestId: request.id })
        return undefined
      }),
  })

  serve(downloadOwnDeclarationPaper, {
    find: ({ actor: { customerIds }, params: { id, uploadId } }) => findOwnPaper(customerIds, { id, uploadId }),
    async act({ subject }) {
      const content = await openUpload(files, subject)
      return { content, fileName: subject.file_name, mediaType: subject.media_type }
    },
  })

  async function findOwnPaper(customerIds: readonly number[], { id, uploadId }: { id: string; uploadId: string }) {
    const declarationId = parseId(id)
    if (declarationId === undefined || !isUploadId(uploadId)) return undefined
    return db
      .selectFrom('supply_declaration_file')
      .innerJoin('upload', 'upload.upload_id', 'supply_declaration_file.upload_id')
      .where(isOneOf('customer_id', customerIds))
      .where('supply_declaration_id', '=', declarationId)
      .where('supply_declaration_file.upload_id', '=', uploadId)
      .select(['file_key', 'file_name', 'media_type', 'scan_state'])
      .executeTakeFirst()
  }

  async function findDebt(customerIds: readonly number[], text: string) {
    const debtId = parseId(text)
    if (debtId === undefined) return undefined
    return db
      .selectFrom('debt')
      .innerJoin('customer', 'customer.customer_id', 'debt.customer_id')
      .where(isOneOf('debt.customer_id', customerIds))
      .where('debt_id', '=', debtId)
      .where('step', '<>', 'closed')
      .select(['debt.customer_id', 'contract_id', 'is_company'])
      .executeTakeFirst()
  }

  async function findDeclaration(customerIds: readonly number[], text: string) {
    const id = parseId(text)
    if (id === undefined) return undefined
    return db
      .selectFrom('supply_declaration')
      .where(isOneOf('customer_id', customerIds))
      .where('supply_declaration_id', '=', id)
      .select(['customer_id', 'supply_declaration_id as id'])
      .executeTakeFirst()
  }
}
