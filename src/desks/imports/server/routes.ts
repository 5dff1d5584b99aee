import { Readable } from 'node:stream'
import type { Database } from '#db/database.ts'
import { fileKindOf } from '#domains/integration/rules.ts'
import { addDropped, retryRun } from '#domains/integration/server/import-runs/run-store.ts'
import { firstFile } from '#domains/uploads/server/first-file.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Reason } from '#kit/server/told-line.ts'
import type { Files } from '#outside/files/files.ts'
import { dropImport, listImports, retryImport } from '../api.ts'
import { downloadImportReport } from '../downloads.ts'
import { mostImportBytes } from '../rules.ts'
import { findImport, importsOf } from './import-list.ts'
import { reportAsCsv } from './report-csv.ts'

type Needs = {
  serve: Serve
  db: Database
  files: Files
  clock: () => Date
  /** The words of this desk. */
  wordsOf: (locale: Locale) => (key: string) => string
  /** The sentences of reasons to refuse something. */
  reasonsOf: (locale: Locale) => (reason: Reason) => string | undefined
}

/** The desk where files are dropped to be taken in, and where is read what became of them. */
export function importDeskRoutes({ serve, db, files, clock, wordsOf, reasonsOf }: Needs) {
  serve(listImports, ({ query }) => importsOf(db, query))

  serve(dropImport, async ({ actor: { userId }, query, request }, refuse) => {
    if (Number(request.headers['content-length']) > mostImportBytes + wrappingBytes) throw refuse('file_too_large')
    const part = request.isMultipart() ? await firstFile(request, mostImportBytes) : undefined
    if (!part) throw refuse('file_missing')
    const fileName = nameFor(part.filename)
    const kind = query.kind ?? fileKindOf(fileName)
    if (!kind) {
      // What is left of it must still arrive, or the browser never hears why.
      part.file.resume()
      throw refuse('kind_unknown')
    }
    const { key, sizeBytes } = await files.keep(part.file)
    if (sizeBytes === 0 || part.file.truncated) {
      await files.remove(key)
      throw refuse(sizeBytes === 0 ? 'file_empty' : 'file_too_large')
    }
    const id = await addDropped(db, { kind, fileName, sizeBytes, fileKey: key, userId }, clock()).catch(
      async (error) => {
        // Nobody knows of the file.
        await files.remove(key)
        throw error
      },
    )
    await writeAudit(db, {
      action: 'import_dropped',
      actorUserId: userId,
      subject: `import:${id}`,
      after: { kind, sizeBytes },
      requestId: request.id,
    })
    return { id }
  })

  serve(retryImport, {
    find: ({ params }) => findImport(db, params.id),
    async act({ actor: { userId }, subject: { id }, request }, refuse) {
      if (!(await retryRun(db, id))) throw refuse('not_retriable')
      await writeAudit(db, {
        action: 'import_retried',
        actorUserId: userId,
        subject: `import:${id}`,
        requestId: request.id,
      })
      return undefined
    },
  })

  serve(downloadImportReport, {
    async find({ params }) {
      const found = await findImport(db, params.id)
      return found?.report_key ? { ...found, report_key: found.report_key } : undefined
    },
    async act({ actor: { userId, locale }, subject: { id, report_key: key }, request }) {
      const report = await files.get(key)
      if (!report) throw new Error(`The report of an import is missing: ${key}`)
      await writeAudit(db, {
        action: 'import_report_read',
        actorUserId: userId,
        subject: `import:${id}`,
        requestId: request.id,
      })
      const say = wordsOf(locale)
      return {
        content: Readable.from(reportAsCsv(report, { say, why: reasonsOf(locale) }, locale)),
        fileName: `${say('document.file')}-${id}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    },
  })
}

// What a multipart body weighs besides its file.
const wrappingBytes = 10_000
const longestName = 200

/** A name without folders and control characters, the end of which says what the file holds. */
function nameFor(given: string): string {
  const clean = (given.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  return clean.slice(-longestName) || 'file'
}
