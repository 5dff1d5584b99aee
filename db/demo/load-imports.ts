import type { Database } from '#db/database.ts'
import type { ImportKind } from '#domains/integration/rules.ts'
import type { Files } from '#outside/files/files.ts'
import { demoOperator } from './demo-logins.ts'
import { homeCups } from './load-register.ts'

const hourMs = 3_600_000
const day = 24

/** A line that was not taken in, as reports tell it. */
type RefusedLine = { line: number; key: string | null; code: string; member: string | null; message: string }

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
      refusedLine(412, 'FE/0412', 'unknown_reference', 'contract', 'There is no contract 0061999.'),
      refusedLine(977, 'FE/0977', 'conflict', 'amount_total', 'The lines come to 48.21, not to 48.12.'),
    ],
  },
  {
    ...{ source: 'folder', kind: 'curves', fileName: 'curves-semana.ndjson', hoursAgo: 5 * day },
    ...{ sizeBytes: 905_377, accepted: 8_400 },
  },
  {
    ...{ source: 'desk', kind: 'prices', fileName: 'prices-invierno.csv', hoursAgo: 2 * day },
    ...{ sizeBytes: 388, accepted: 0 },
    refused: [refusedLine(2, 'CLARA', 'invalid', 'valid_from', 'Not a day: 31/02/2027.')],
  },
  {
    ...{ source: 'api', kind: 'batteries', fileName: '', hoursAgo: day },
    ...{ sizeBytes: 7_340, accepted: 24 },
    refused: [refusedLine(9, homeCups(140), 'unknown_reference', 'cups', 'Nobody has a contract for this supply.')],
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
    const report = refused.map((line) => `${JSON.stringify(line)}\n`).join('')
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

function refusedLine(line: number, key: string, code: string, member: string, message: string): RefusedLine {
  return { line, key, code, member, message }
}
