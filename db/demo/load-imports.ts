import type { Database } from '#db/database.ts'
import type { ImportKind } from '#domains/integration/rules.ts'
import { toldRefusal } from '#domains/integration/server/told-why.ts'
import type { LineRefusal, LineRefusalCode } from '#kit/server/told-line.ts'
import type { Files } from '#outside/files/files.ts'
import { because, type ToldReason } from '#vocabulary/told-reasons.ts'
import { demoOperator } from './demo-logins.ts'
import { homeCups } from './load-register.ts'

const hourMs = 3_600_000
const day = 24

/** A line that was not taken in, and why. */
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

/** What the demo has taken in of its other systems, the oldest first. */
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
        refusal: refusal('unknown_reference', 'contract', because('contract_unknown', { key: '0061999' })),
      },
      {
        line: 977,
        key: 'FE/0977',
        refusal: refusal('conflict', 'lines', because('sum_differs', { sum: 4821, total: 4812 })),
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
      { line: 2, key: 'CLARA', refusal: refusal('invalid', 'validFrom', because('wrong_format', { format: 'date' })) },
    ],
  },
  {
    ...{ source: 'api', kind: 'batteries', fileName: '', hoursAgo: day },
    ...{ sizeBytes: 7_340, accepted: 24 },
    refused: [
      {
        line: 9,
        key: homeCups(140),
        refusal: refusal('unknown_reference', 'cups', because('supply_point_unknown', { key: homeCups(140) })),
      },
    ],
  },
]

/** Stores what was taken in lately, with a report of the lines that were refused. */
export async function loadImports(db: Database, { files, now }: { files: Files; now: Date }) {
  const operator = await db
    .selectFrom('user_account')
    .where('login', '=', demoOperator)
    .select('user_id')
    .executeTakeFirstOrThrow()
  for (const { source, kind, fileName, hoursAgo, sizeBytes, accepted, refused = [] } of pastImports) {
    const at = new Date(now.getTime() - hoursAgo * hourMs)
    const report = refused.map(reportLine).join('')
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

function refusal(code: LineRefusalCode, member: string, reason: ToldReason): LineRefusal {
  return { code, member, reason }
}

function reportLine({ line, key, refusal }: RefusedLine): string {
  return `${JSON.stringify({ line, key, ...toldRefusal(refusal) })}\n`
}
