import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { afterAssigned, type CaseState, isOpen } from '#domains/support/rules.ts'
import { answerCase } from '#domains/support/server/answer-case.ts'
import { categoriesIn, typesIn } from '#domains/support/server/offers.ts'
import { caseAsJson } from '#domains/support/server/store.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { receiveFile } from '#domains/uploads/server/receive-file.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  answerCustomer,
  assignCase,
  listCases,
  type ReadCase,
  readCase,
  readCaseChoices,
  uploadCaseFile,
} from '../api.ts'
import { downloadCaseFile } from '../downloads.ts'
import { readCategory } from '../rules.ts'
import {
  casesOf,
  caseVersion,
  clockAt,
  type FoundCase,
  findCase,
  findCaseFile,
  operatorsIn,
  peopleOf,
  standingOfCase,
} from './case-store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
}

/** The desk where what customers write is read, given to somebody and answered. */
export function caseDeskRoutes({ serve, db, files, settings, clock }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')
  const refuseClosed = ({ state }: { state: string }, refuse: (code: 'case_closed') => Error) => {
    if (!isOpen(state as CaseState)) throw refuse('case_closed')
  }

  serve(listCases, ({ actor: { locale }, query: { category, ...query } }) =>
    casesOf(db, { ...query, category: category ? readCategory(category) : null }, { today: today(), locale }),
  )

  serve(readCaseChoices, async ({ actor: { locale } }) => {
    const categories = await categoriesIn(db, { locale, whose: 'withPast' })
    const types = await typesIn(db, locale, 'withPast')
    return {
      categories: [
        ...categories.map(({ id, name }) => ({ code: `category-${id}`, name })),
        ...types.map(({ code, name }) => ({ code: `type-${code}`, name })),
      ],
      operators: await operatorsIn(db, clock()),
    }
  })

  serve(readCase, {
    find: ({ params }) => findCase(db, params.id),
    act: async ({ actor: { locale }, subject }) => ({
      ...JSON.parse(await caseAsJson(db, subject, locale)),
      ...(await peopleOf(db, subject)),
      version: caseVersion(subject),
      clock: clockAt(subject, today()),
      contact: subject.contact as ReadCase['contact'],
    }),
  })

  serve(answerCustomer, {
    find: ({ params }) => findCase(db, params.id),
    permit: refuseClosed,
    async act({ actor: { userId }, subject, body: { message: words, state, attachments, version } }, refuse) {
      const { case_id: caseId } = subject
      const isFollowed = settings.now().featureFlags.crm.case
      const answered = await answerCase(
        { db, files },
        {
          caseId,
          words,
          state,
          files: attachments,
          isFollowed,
          userId,
          now: clock(),
          requireSeen: (db, before) => requireCase(db, before, version),
        },
      )
      if (answered === 'case_closed') throw refuse('case_closed')
      if (typeof answered === 'string') throw refuse('invalid', { fields: { attachments: [answered] } })
      return { id: answered }
    },
  })

  serve(uploadCaseFile, ({ actor: { userId }, request }, refuse) => {
    const { fileUploadSizeLimit: maxBytes } = settings.now()
    return receiveFile({ db, files }, request, { maxBytes, maker: { userId }, now: clock(), refuse })
  })

  serve(assignCase, {
    find: ({ params }) => findCase(db, params.id),
    permit: refuseClosed,
    async act({ actor, subject, body: { operator_id: operatorId, version }, request }, refuse) {
      if (operatorId !== null && !(await operatorsIn(db, clock())).some(({ id }) => id === operatorId))
        throw refuse('invalid', { fields: { operator_id: ['invalid_value'] } })
      await db.transaction().execute(async (db) => {
        const before = await db
          .selectFrom('support_case')
          .where('case_id', '=', subject.case_id)
          .selectAll()
          .forUpdate()
          .executeTakeFirstOrThrow()
        refuseClosed(before, refuse)
        await requireCase(db, before, version)
        const state = operatorId === null ? before.state : afterAssigned(before.state as CaseState)
        await db
          .updateTable('support_case')
          .set({ assigned_to_user_id: operatorId, state, updated_at: clock() })
          .where('case_id', '=', subject.case_id)
          .execute()
        await writeAudit(db, {
          action: 'case_assigned',
          actorUserId: actor.userId,
          customerId: subject.customer_id ?? undefined,
          subject: `case:${subject.case_id}`,
          before: { operatorId: before.assigned_to_user_id, state: before.state },
          after: { operatorId, state },
          requestId: request.id,
        })
      })
      return undefined
    },
  })

  async function requireCase(db: Database, before: FoundCase, seen: string | undefined) {
    requireSeen(seen, await standingOfCase(db, before))
  }

  serve(downloadCaseFile, {
    async find({ params: { id, attachmentId } }) {
      const found = await findCase(db, id)
      return found && /^[\da-f-]{36}$/.test(attachmentId)
        ? findCaseFile(db, { caseId: found.case_id, uploadId: attachmentId })
        : undefined
    },
    async act({ subject }) {
      const content = await openUpload(files, subject)
      return { content, fileName: subject.file_name, mediaType: subject.media_type }
    },
  })
}
