import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { CurveOrigin } from '#domains/consumption/server/corrections/correction-store.ts'
import { inTransaction } from '#kit/server/database.ts'
import { constraintOf, isValueRefused, sqlStateOf } from '#kit/server/database-errors.ts'
import type { LineRefusal, LineRefusalCode, LineResult, Reason } from '#kit/server/import-line-result.ts'
import { findInvalidDbText } from '#kit/server/invalid-db-text.ts'
import { retryTransient } from '#kit/server/retry-transient.ts'
import type { Files } from '#outside/files/files.ts'
import { parseImported } from '#vocabulary/parse-imported.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { describeRefusal, type ReasonDescription } from './describe-reason.ts'
import type { LineKind } from './line-kinds.ts'

/** The result of a line, in input order. `key` is the object's name in the line, if it has one. */
export type LineAnswer = { line: number; key: string | null } & (
  | { status: 'accepted'; changed: boolean; kept_hours?: number }
  | ({ status: 'refused'; code: LineRefusalCode; member: string | null } & ReasonDescription)
)

/** A received line: the value to validate against the schema of its kind, or a refusal. `bytes` is its size. */
export type ParsedLine = { line: number; bytes: number } & ({ value: unknown } | { refusal: LineRefusal })

/** The dependencies of an import. */
export type ImportLinesDeps = {
  db: Database
  files: Files
  clock: () => Date
  /** From whom the lines are. */
  origin: CurveOrigin
  log: { warn(details: object, message: string): void }
}

const linesPerTransaction = 400
const bytesPerTransaction = 4_000_000

/** A millisecond's work: while a group is stored, a statement that has ended does not wait for more lines to be read. */
const linesPerTurn = 2

/**
 * Imports lines in groups, one transaction each, and yields the results in the same order, so that a slow reader slows
 * down the sender. The next group is read while one is stored. A line that cannot be stored is refused alone; the others
 * are stored. @throws when the database is unavailable.
 */
export async function* importLines(
  kind: LineKind,
  lines: AsyncIterable<ParsedLine>,
  deps: ImportLinesDeps,
): AsyncGenerator<LineAnswer[]> {
  let group: ValidatedLine[] = []
  let identities = new Set<string>()
  let bytes = 0
  let storing: Promise<LineAnswer[]> = Promise.resolve([])

  /** Begins to store the group once the one before is stored. @returns the answers of that one. */
  async function storeGroup(): Promise<LineAnswer[]> {
    const answers = await storing
    storing = importGroup(kind, group, deps)
    // Its failure is reported to whoever waits for it, after more lines have been read.
    storing.catch(() => undefined)
    group = []
    identities = new Set()
    bytes = 0
    return answers
  }

  try {
    for await (const parsedLine of lines) {
      const validated = validateLine(kind, parsedLine)
      // A repeated object is imported again, after the group with its first occurrence.
      if ('item' in validated && identities.has(validated.identity)) yield* onlySome(await storeGroup())
      if ('item' in validated) identities.add(validated.identity)
      group.push(validated)
      bytes += parsedLine.bytes
      if (group.length >= linesPerTransaction || bytes >= bytesPerTransaction) yield* onlySome(await storeGroup())
      if (group.length % linesPerTurn === 0) await nextTurn()
    }
    if (group.length > 0) yield* onlySome(await storeGroup())
  } catch (error) {
    // What was stored before the lines broke off is answered.
    yield* onlySome(await storing)
    throw error
  } finally {
    await storing.catch(() => undefined)
  }
  yield* onlySome(await storing)
}

function* onlySome(answers: LineAnswer[]): Generator<LineAnswer[]> {
  if (answers.length > 0) yield answers
}

type ValidLine = { line: number; key: string | null; item: never; identity: string }
type ValidatedLine = ValidLine | { line: number; key: string | null; refusal: LineRefusal }

function validateLine(kind: LineKind, parsedLine: ParsedLine): ValidatedLine {
  const { line } = parsedLine
  if ('refusal' in parsedLine) return { line, key: null, refusal: parsedLine.refusal }
  const key = keyOfLine(parsedLine.value, kind.keyMembers)
  const unstorable = findInvalidDbText(parsedLine.value)
  if (unstorable) return { line, key: null, refusal: invalidMember(unstorable.join('.'), rejectionReason('no_text')) }
  const read = parseImported(kind.schema, parsedLine.value)
  if ('item' in read) return { line, key, item: read.item, identity: kind.identityOf(read.item) }
  const { path, reason } = read.problems[0]!
  return { line, key, refusal: invalidMember(path, reason) }
}

function invalidMember(member: string, reason: Reason): LineRefusal {
  return member ? { code: 'invalid', member, reason } : { code: 'invalid', reason }
}

const maxKeyLength = 200

function keyOfLine(value: unknown, members: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null) return null
  const texts = members.map((member) => (value as Record<string, unknown>)[member])
  const named = texts.every((text) => typeof text === 'string')
  return named ? texts.join(' ').toWellFormed().slice(0, maxKeyLength) : null
}

async function importGroup(
  kind: LineKind,
  group: readonly ValidatedLine[],
  deps: ImportLinesDeps,
): Promise<LineAnswer[]> {
  const validLines = group.filter((read) => 'item' in read)
  const results = new Map<ValidatedLine, LineResult>()
  for (const [index, result] of (await storeBisecting(kind, validLines, deps)).entries())
    results.set(validLines[index]!, result)
  return group.map((read) => answerOf(read, 'refusal' in read ? { refusal: read.refusal } : results.get(read)!))
}

function answerOf({ line, key }: ValidatedLine, result: LineResult): LineAnswer {
  if (!('refusal' in result)) {
    const { changed, keptHours } = result
    return { line, key, status: 'accepted', changed, ...(keptHours !== undefined && { kept_hours: keptHours }) }
  }
  return { line, key, status: 'refused', ...describeRefusal(result.refusal) }
}

/** Stores all lines in one transaction. If the database rejects one, bisects to find it. */
async function storeBisecting(
  kind: LineKind,
  validLines: readonly ValidLine[],
  deps: ImportLinesDeps,
): Promise<LineResult[]> {
  if (validLines.length === 0) return []
  try {
    return await retryTransient(() => storeChanged(kind, validLines, deps))
  } catch (error) {
    const code = sqlStateOf(error)
    if (!isValueRefused(error) && code !== statementTimeoutState) throw error
    if (validLines.length > 1) {
      const middle = Math.ceil(validLines.length / 2)
      const first = await storeBisecting(kind, validLines.slice(0, middle), deps)
      return [...first, ...(await storeBisecting(kind, validLines.slice(middle), deps))]
    }
    if (code === statementTimeoutState) throw error
    // Database messages may contain personal data.
    deps.log.warn({ kind: kind.name, code, constraint: constraintOf(error) }, 'line not stored')
    return [{ refusal: { code: 'not_storable', reason: rejectionReason('not_storable') } }]
  }
}

async function storeChanged(
  kind: LineKind,
  validLines: readonly ValidLine[],
  { db, files, clock, origin }: ImportLinesDeps,
): Promise<LineResult[]> {
  if (!kind.skipsUnchanged)
    return inTransaction(db, (transaction) =>
      kind.store(
        transaction,
        validLines.map(({ item }) => item),
        { files, clock, origin },
      ),
    )
  const hashed = validLines.map((each) => ({ ...each, ...hashesOf(kind, each) }))
  return inTransaction(db, async (transaction) => {
    const storedHashes = await readStoredHashes(
      transaction,
      hashed.map(({ keyHash }) => keyHash),
    )
    const changedLines = hashed.filter(({ keyHash, lineHash }) => storedHashes.get(keyHash) !== lineHash)
    const storeResults = changedLines.length
      ? await kind.store(
          transaction,
          changedLines.map(({ item }) => item),
          { files, clock, origin },
        )
      : []
    const results = new Map(changedLines.map((each, index) => [each.keyHash, storeResults[index]!]))
    await storeHashes(
      transaction,
      changedLines.filter(({ keyHash }) => !('refusal' in results.get(keyHash)!)),
    )
    return hashed.map(({ keyHash }) => results.get(keyHash) ?? { changed: false })
  })
}

type LineHashes = { keyHash: string; lineHash: string }

/** Objects are identified by hashes, so that tax ids are not stored where they are not needed. */
function hashesOf({ name }: LineKind, { item, identity }: ValidLine): LineHashes {
  const hashOf = (text: string) => hash('sha256', text, 'base64url')
  return { keyHash: hashOf(`${name} ${identity}`), lineHash: hashOf(JSON.stringify(item)) }
}

async function readStoredHashes(db: Database, keyHashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('told_line').where(sql<boolean>`key_hash = any(${keyHashes})`).selectAll().execute()
  return new Map(rows.map(({ key_hash, line_hash }) => [key_hash, line_hash]))
}

async function storeHashes(db: Database, hashes: readonly LineHashes[]) {
  if (hashes.length === 0) return
  // Locked in a fixed order, so that concurrent imports of the same objects do not deadlock.
  const rows = hashes.toSorted((one, other) => (one.keyHash < other.keyHash ? -1 : 1))
  await sql`
    insert into told_line (key_hash, line_hash)
    select * from unnest(${rows.map(({ keyHash }) => keyHash)}::text[], ${rows.map(({ lineHash }) => lineHash)}::text[])
    on conflict (key_hash) do update set line_hash = excluded.line_hash`.execute(db)
}

/** A statement timeout; half the lines may be fast enough. */
const statementTimeoutState = '57014'
