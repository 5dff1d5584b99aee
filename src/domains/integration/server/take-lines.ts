import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { inTransaction } from '#kit/server/database.ts'
import { isValueRefused, sqlStateOf } from '#kit/server/database-errors.ts'
import type { LineFate, LineRefusal, LineRefusalCode, Reason } from '#kit/server/told-line.ts'
import { unstorableIn } from '#kit/server/unstorable.ts'
import type { Files } from '#outside/files/files.ts'
import { readTold } from '#vocabulary/read-told.ts'
import { because } from '#vocabulary/told-reasons.ts'
import type { LineKind } from './line-kinds.ts'
import { type ToldWhy, toldRefusal } from './told-why.ts'

/** What became of a line, in the order in which they came. `key` is how the line names its object, where it does. */
export type LineAnswer = { line: number; key: string | null } & (
  | { status: 'accepted'; changed: boolean }
  | ({ status: 'refused'; code: LineRefusalCode; member: string | null } & ToldWhy)
)

/** A line as it came: something to be read by the schema of its kind, or a reason why there is nothing. `bytes` is its size. */
export type ToldLine = { line: number; bytes: number } & ({ value: unknown } | { refusal: LineRefusal })

/** What lines are taken in with. */
export type TakeNeeds = {
  db: Database
  files: Files
  clock: () => Date
  log: { warn(details: object, message: string): void }
}

const linesPerTransaction = 400
const bytesPerTransaction = 4_000_000

/**
 * Takes lines in, some at a time in a transaction each, and answers them in the same order, so that whoever reads slowly
 * slows down whoever sends. What cannot be stored is refused by itself; the others go in. @throws when the database is gone.
 */
export async function* takeLines(
  kind: LineKind,
  lines: AsyncIterable<ToldLine>,
  needs: TakeNeeds,
): AsyncGenerator<LineAnswer[]> {
  let group: Read[] = []
  let identities = new Set<string>()
  let bytes = 0

  async function take(): Promise<LineAnswer[]> {
    const answers = await takeGroup(kind, group, needs)
    group = []
    identities = new Set()
    bytes = 0
    return answers
  }

  for await (const told of lines) {
    const read = readLine(kind, told)
    // What is told twice is taken in twice, the one after the other.
    if ('item' in read && identities.has(read.identity)) yield await take()
    if ('item' in read) identities.add(read.identity)
    group.push(read)
    bytes += told.bytes
    if (group.length >= linesPerTransaction || bytes >= bytesPerTransaction) yield await take()
  }
  if (group.length > 0) yield await take()
}

type Sound = { line: number; key: string | null; item: never; identity: string }
type Read = Sound | { line: number; key: string | null; refusal: LineRefusal }

function readLine(kind: LineKind, told: ToldLine): Read {
  const { line } = told
  if ('refusal' in told) return { line, key: null, refusal: told.refusal }
  const key = keyIn(told.value, kind.keyMembers)
  const unstorable = unstorableIn(told.value)
  if (unstorable) return { line, key: null, refusal: invalid(unstorable.join('.'), because('no_text')) }
  const read = readTold(kind.schema, told.value)
  if ('item' in read) return { line, key, item: read.item, identity: kind.identityOf(read.item) }
  const { path, reason } = read.wrong[0]!
  return { line, key, refusal: invalid(path, reason) }
}

function invalid(member: string, reason: Reason): LineRefusal {
  return member ? { code: 'invalid', member, reason } : { code: 'invalid', reason }
}

const longestKey = 200

function keyIn(value: unknown, members: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null) return null
  const texts = members.map((member) => (value as Record<string, unknown>)[member])
  const named = texts.every((text) => typeof text === 'string')
  return named ? texts.join(' ').toWellFormed().slice(0, longestKey) : null
}

async function takeGroup(kind: LineKind, group: readonly Read[], needs: TakeNeeds): Promise<LineAnswer[]> {
  const sound = group.filter((read) => 'item' in read)
  const fates = new Map<Read, LineFate>()
  for (const [index, fate] of (await storeAll(kind, sound, needs)).entries()) fates.set(sound[index]!, fate)
  return group.map((read) => answerOf(read, 'refusal' in read ? { refusal: read.refusal } : fates.get(read)!))
}

function answerOf({ line, key }: Read, fate: LineFate): LineAnswer {
  if (!('refusal' in fate)) return { line, key, status: 'accepted', changed: fate.changed }
  return { line, key, status: 'refused', ...toldRefusal(fate.refusal) }
}

/** Stores all in one transaction; where the database refuses something in it, in halves, to find out what. */
async function storeAll(kind: LineKind, sound: readonly Sound[], needs: TakeNeeds): Promise<LineFate[]> {
  if (sound.length === 0) return []
  try {
    return await patiently(() => store(kind, sound, needs))
  } catch (error) {
    const code = sqlStateOf(error)
    if (!isValueRefused(error) && code !== tooLong) throw error
    if (sound.length > 1) {
      const middle = Math.ceil(sound.length / 2)
      const first = await storeAll(kind, sound.slice(0, middle), needs)
      return [...first, ...(await storeAll(kind, sound.slice(middle), needs))]
    }
    if (code === tooLong) throw error
    // What the database says of a value may be somebody's.
    const { constraint } = error as { constraint?: string }
    needs.log.warn({ kind: kind.name, code, constraint }, 'line not stored')
    return [{ refusal: { code: 'not_storable', reason: because('not_storable') } }]
  }
}

async function store(kind: LineKind, sound: readonly Sound[], { db, files, clock }: TakeNeeds): Promise<LineFate[]> {
  if (!kind.isRemembered)
    return inTransaction(db, (transaction) =>
      kind.store(
        transaction,
        sound.map(({ item }) => item),
        { files, clock },
      ),
    )
  const hashed = sound.map((each) => ({ ...each, ...hashesOf(kind, each) }))
  return inTransaction(db, async (transaction) => {
    const known = await lastTold(
      transaction,
      hashed.map(({ keyHash }) => keyHash),
    )
    const fresh = hashed.filter(({ keyHash, lineHash }) => known.get(keyHash) !== lineHash)
    const stored = fresh.length
      ? await kind.store(
          transaction,
          fresh.map(({ item }) => item),
          { files, clock },
        )
      : []
    const fates = new Map(fresh.map((each, index) => [each.keyHash, stored[index]!]))
    await remember(
      transaction,
      fresh.filter(({ keyHash }) => !('refusal' in fates.get(keyHash)!)),
    )
    return hashed.map(({ keyHash }) => fates.get(keyHash) ?? { changed: false })
  })
}

type Hashes = { keyHash: string; lineHash: string }

/** An object is named by a hash, so that nobody's tax id stands where it is not needed. */
function hashesOf({ name }: LineKind, { item, identity }: Sound): Hashes {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
  return { keyHash: hash(`${name} ${identity}`), lineHash: hash(JSON.stringify(item)) }
}

async function lastTold(db: Database, keyHashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('told_line').where(sql<boolean>`key_hash = any(${keyHashes})`).selectAll().execute()
  return new Map(rows.map(({ key_hash, line_hash }) => [key_hash, line_hash]))
}

async function remember(db: Database, hashes: readonly Hashes[]) {
  if (hashes.length === 0) return
  // In one order, so that two who tell of the same do not wait for each other in a circle.
  const rows = hashes.toSorted((one, other) => (one.keyHash < other.keyHash ? -1 : 1))
  await sql`
    insert into told_line (key_hash, line_hash)
    select * from unnest(${rows.map(({ keyHash }) => keyHash)}::text[], ${rows.map(({ lineHash }) => lineHash)}::text[])
    on conflict (key_hash) do update set line_hash = excluded.line_hash`.execute(db)
}

const tries = 8
/** Somebody else holds what is wanted: a lock, a row, or both of us waited for each other. */
const passing = new Set(['55P03', '40P01', '40001'])

async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++)
    try {
      return await act()
    } catch (error) {
      if (round === tries || !passing.has(sqlStateOf(error))) throw error
      await setTimeout(100 * round)
    }
}

/** The statement took longer than any may: there is less in half of it. */
const tooLong = '57014'
