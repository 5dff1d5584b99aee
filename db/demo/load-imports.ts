import type { Database } from '#db/database.ts'
import type { ImportKind } from '#domains/integration/rules.ts'
import { describeRefusal } from '#domains/integration/server/describe-reason.ts'
import type { LineRefusal, LineRefusalCode } from '#kit/server/import-line-result.ts'
import type { Files } from '#outside/files/files.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { demoOperator } from './demo-logins.ts'
import { homeCupsOf } from './load-register.ts'

const day = 24

/** A rejected line with the reason. */
type RefusedLine = { line: number; key: string; refusal: LineRefusal }

type PastImport = {
  source: 'desk' | 'folder' | 'api' | 'command'
  kind: ImportKind
  fileName: string
  hoursAgo: number
  sizeBytes: number
  accepted: number
  refused?: RefusedLine[]
}

/** The demo's imports from other systems, oldest first. */
const pastImports: readonly PastImport[] = [
  {
    ...{ source: 'command', kind: 'supply-register', fileName: 'registro-2026.csv', hoursAgo: 34 * day },
    ...{ sizeBytes: 48_212, accepted: 305 },
  },
  {
    ...{ source: 'folder', kind: 'invoices', fileName: 'invoices-cooperativa.ndjson', hoursAgo: 12 * day },
    ...{ sizeBytes: 1_284_901, accepted: 1_198 },
    refused: [
      {
        line: 412,
        key: 'FE/0412',
        refusal: createRefusal(
          'unknown_reference',
          'contract',
          rejectionReason('contract_unknown', { key: '0061999' }),
        ),
      },
      {
        line: 977,
        key: 'FE/0977',
        refusal: createRefusal('conflict', 'lines', rejectionReason('sum_differs', { sum: 4821, total: 4812 })),
      },
    ],
  },
  {
    ...{ source: 'folder', kind: 'curves', fileName: 'curves-semana.ndjson', hoursAgo: 5 * day },
    ...{ sizeBytes: 905_377, accepted: 8_400 },
  },
  {
    ...{ source: 'desk', kind: 'prices', fileName: 'prices-invierno.csv', hoursAgo: 2 * day },
    ...{ sizeBytes: 388, accepted: 0 },
    refused: [
      {
        line: 2,
        key: 'CLARA',
        refusal: createRefusal('invalid', 'validFrom', rejectionReason('wrong_format', { format: 'date' })),
      },
    ],
  },
  {
    ...{ source: 'api', kind: 'batteries', fileName: '', hoursAgo: day },
    ...{ sizeBytes: 7_340, accepted: 24 },
    refused: [
      {
        line: 9,
        key: homeCupsOf(140),
        refusal: createRefusal(
          'unknown_reference',
          'cups',
          rejectionReason('supply_point_unknown', { key: homeCupsOf(140) }),
        ),
      },
    ],
  },
]

/** Stores recent imports, with a report of the rejected lines. */
export async function loadImports(db: Database, { files, now }: { files: Files; now: Date }) {
  const operator = await db
    .selectFrom('user_account')
    .where('login', '=', demoOperator)
    .select('user_id')
    .executeTakeFirstOrThrow()
  for (const { source, kind, fileName, hoursAgo, sizeBytes, accepted, refused = [] } of pastImports) {
    const at = new Date(now.getTime() - hoursAgo * msPerHour)
    const report = refused.map(formatReportLine).join('')
    await db
      .insertInto('import_run')
      .values({
        ...{ source, kind, file_name: fileName, size_bytes: sizeBytes, bytes_read: sizeBytes, state: 'done', accepted },
        refused: refused.length,
        report_key: refused.length ? await files.put(Buffer.from(report)) : null,
        user_id: source === 'desk' ? operator.user_id : null,
        ...{ created_at: at, finished_at: at },
      })
      .execute()
  }
}

function createRefusal(code: LineRefusalCode, member: string, reason: RejectionReason): LineRefusal {
  return { code, member, reason }
}

function formatReportLine({ line, key, refusal }: RefusedLine): string {
  return `${JSON.stringify({ line, key, ...describeRefusal(refusal) })}\n`
}
