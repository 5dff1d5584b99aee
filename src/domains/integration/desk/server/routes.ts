import { Readable } from 'node:stream'
import type { Database } from '#db/database.ts'
import { readMultipartFile } from '#domains/uploads/server/read-multipart-file.ts'
import { writeAudit } from '#kit/server/audit.ts'
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
  db: Database
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

  serve(uploadImport, async ({ actor: { userId }, query, request }, refuse) => {
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
    const id = await addDroppedFile(db, { kind, fileName, sizeBytes, fileKey: key, userId }, clock()).catch(
      async (error) => {
        // The file is not referenced anywhere.
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
      const match = await findImport(db, params.id)
      return match?.report_key ? { ...match, report_key: match.report_key } : undefined
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
