import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { Refused } from '#kit/refusal.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import type { Serve } from '#kit/server/serve.ts'
import { addCaseType, listCaseTypes, saveCaseType } from '../api.ts'
import {
  findCaseType,
  findCaseTypes,
  findTermKinds,
  insertCaseType,
  lockCaseType,
  updateCaseType,
} from './case-type-store.ts'

/** Registers the back-office routes for managing what customers can write about. */
export function caseTypeDeskRoutes({ serve, db }: { serve: Serve; db: Kysely<DB> }) {
  serve(listCaseTypes, async ({ actor, query }) => ({
    ...(await findCaseTypes(db, query, actor.locale)),
    case_types: await findTermKinds(db),
  }))

  serve(addCaseType, async ({ actor, body, request }, refuse) => {
    const { kind, code, type } = body
    if (kind !== 'category' && !code) throw invalidField('code', 'code_invalid')
    if (kind === 'subtype' && !(type && (await findCaseType(db, { kind: 'type', code: type }))))
      throw invalidField('type', 'invalid_value')
    await refuseUnknownTerm(db, body.case_type)
    return db.transaction().execute(async (db) => {
      const added = await insertCaseType(db, body)
      if (added === undefined) throw refuse('code_taken')
      await auditChange({ db, actor, request, action: 'case_type_added', subject: `${kind}:${added}`, after: body })
      return { code: added }
    })
  })

  serve(saveCaseType, {
    find: ({ params }) => findCaseType(db, params),
    async act({ actor, subject, body: { version: seen, ...body }, request }) {
      const { kind, code, name: _name, type_name: _type, version: _version, ...before } = subject
      await refuseUnknownTerm(db, body.case_type)
      await db.transaction().execute(async (db) => {
        const present = await lockCaseType(db, subject)
        if (present) requireExpectedVersion(seen, present)
        await updateCaseType(db, subject, body)
        await auditChange({
          ...{ db, actor, request, before },
          action: 'case_type_changed',
          subject: `${kind}:${code}`,
          after: body,
        })
      })
      return undefined
    },
  })
}

/** A case without a response deadline would never be due. */
async function refuseUnknownTerm(db: Database, caseType: string) {
  if (!(await findTermKinds(db)).includes(caseType)) throw invalidField('case_type', 'invalid_value')
}

function invalidField(field: string, code: string): Refused {
  return new Refused('invalid', 400, { fields: { [field]: [code] } })
}
