import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { readMultipartFile } from '#domains/uploads/server/read-multipart-file.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Reason } from '#kit/server/import-line-result.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { fileKindOf } from '../../rules.ts'
import { addDroppedFile, retryRun } from '../../server/import-runs/run-store.ts'
import { listImports, retryImport, uploadImport } from '../api.ts'
import { downloadImportReport } from '../downloads.ts'
import { maxImportBytes } from '../rules.ts'
import { findImport, findImports } from './import-run-store.ts'
import { writeReportCsv } from './report-csv.ts'

type ImportDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
  /** The texts of rejection reasons. */
  reasonTextsFor: (locale: Locale) => (reason: Reason) => string | undefined
}

/** Registers the back-office routes for uploading import files and reading their results. */
export function importDeskRoutes({ serve, db, files, clock, textsFor, reasonTextsFor }: ImportDeskDeps) {
  serve(listImports, ({ query }) => findImports(db, query))

  serve(uploadImport, async ({ actor, query, request }, refuse) => {
    if (Number(request.headers['content-length']) > maxImportBytes + multipartOverheadBytes)
      throw refuse('file_too_large')
    const part = request.isMultipart() ? await readMultipartFile(request, maxImportBytes) : undefined
    if (!part) throw refuse('file_missing')
    const fileName = sanitizeFileName(part.filename)
    const kind = query.kind ?? fileKindOf(fileName)
    if (!kind) {
      // The rest of the body must be consumed, or the browser never receives the response.
      part.file.resume()
      throw refuse('kind_unknown')
    }
    const { key, sizeBytes } = await files.putStream(part.file)
    if (sizeBytes === 0 || part.file.truncated) {
      await files.remove(key)
      throw refuse(sizeBytes === 0 ? 'file_empty' : 'file_too_large')
    }
    const added = db.transaction().execute(async (db) => {
      const id = await addDroppedFile(db, { kind, fileName, sizeBytes, fileKey: key, userId: actor.userId }, clock())
      const after = { kind, sizeBytes }
      await auditChange({ db, actor, request, action: 'import_dropped', subject: `import:${id}`, after })
      return { id }
    })
    return added.catch(async (error) => {
      // The file is not referenced anywhere.
      await files.remove(key)
      throw error
    })
  })

  serve(retryImport, {
    find: ({ params }) => findImport(db, params.id),
    async act({ actor, subject: { id }, request }, refuse) {
      await db.transaction().execute(async (db) => {
        if (!(await retryRun(db, id))) throw refuse('not_retriable')
        await auditChange({ db, actor, request, action: 'import_retried', subject: `import:${id}` })
      })
      return undefined
    },
  })

  serve(downloadImportReport, {
    async find({ params }) {
      const match = await findImport(db, params.id)
      return match?.report_key ? { ...match, report_key: match.report_key } : undefined
    },
    async act({ actor, subject: { id, report_key: key }, request }) {
      const report = await files.get(key)
      if (!report) throw new Error(`The report of an import is missing: ${key}`)
      await auditAction({ db, actor, request, action: 'import_report_read', subject: `import:${id}` })
      const { locale } = actor
      const textOf = textsFor(locale)
      return {
        content: Readable.from(writeReportCsv(report, { textOf, reasonText: reasonTextsFor(locale) }, locale)),
        fileName: `${textOf('document.file')}-${id}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    },
  })
}

// The size of a multipart body apart from its file.
const multipartOverheadBytes = 10_000
const maxNameLength = 200

/**
 * Returns a file name without folders and control characters, preserving its end, which indicates the kind of content.
 */
function sanitizeFileName(fileName: string): string {
  const clean = (fileName.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  return clean.slice(-maxNameLength) || 'file'
}
