import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#db/database.ts'
import { curveReasons } from '#domains/consumption/server/curve-reasons.ts'
import { importCurves } from '#domains/consumption/server/import-curves.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { Files } from '#outside/files/files.ts'
import { type FileKind, fileKindOf, isFinishedName } from '../rules.ts'
import { f1Reasons, importF1, longestF1Bytes } from './f1/import-f1.ts'
import { lineKinds } from './line-kinds.ts'
import { takeFile } from './take-file.ts'
import { type Counts, finish, lease, letGo, type SeenFile } from './watched-files.ts'

type Log = { error(details: object, message: string): void; warn(details: object, message: string): void }
type Needs = {
  db: Database
  files: Files
  folder: string
  clock: () => Date
  log: Log
  /** Whether the server is about to end, so that a long file is left to another, which begins it anew. */
  isEnding?: () => boolean
}

/** How long nobody may have written to a file before it is taken for whole. */
const quietSeconds = 10
const renewalSeconds = 60
const longestContractsBytes = 100_000_000

/** Begins to take in the files that are dropped into a folder. */
export function watchFolder(needs: Omit<Needs, 'isEnding'>): Repeated {
  let isEnding = false
  const look = lookInto({ ...needs, isEnding: () => isEnding })
  const repeated = repeat(look, { everySeconds: 5, name: 'watched folder', log: needs.log })
  return {
    async stop() {
      isEnding = true
      await repeated.stop()
    },
  }
}

/** One turn after the other: takes in one file that is whole and waits, and answers whether there was one. */
export function lookInto(needs: Needs): () => Promise<boolean> {
  // As they were found when they were last found otherwise.
  const seen = new Map<string, SeenFile & { since: number }>()

  return async () => {
    await mkdir(needs.folder, { recursive: true })
    const names = (await readdir(needs.folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && isFinishedName(entry.name))
      .map(({ name }) => name)
    for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name)
    for (const name of names.sort()) {
      const file = await whole(needs, name, seen)
      if (file && (await takeIn(needs, file))) {
        seen.delete(name)
        return true
      }
    }
    return false
  }
}

/** The file, if nobody has written to it for a while. */
async function whole(
  { folder, clock }: Needs,
  name: string,
  seen: Map<string, SeenFile & { since: number }>,
): Promise<SeenFile | undefined> {
  const found = await stat(join(folder, name)).catch(() => undefined)
  if (!found) return undefined
  const file = { name, sizeBytes: found.size, modifiedAt: new Date(Math.floor(found.mtimeMs)) }
  const now = clock().getTime()
  const before = seen.get(name)
  const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedAt.getTime() === file.modifiedAt.getTime()
  if (!isSame) seen.set(name, { ...file, since: now })
  return isSame && now - before.since >= quietSeconds * 1000 ? file : undefined
}

/** Takes a file in unless another server is at it; answers whether it did. */
async function takeIn(needs: Needs, file: SeenFile): Promise<boolean> {
  const { db, folder, clock } = needs
  const leased = await lease(db, file, clock())
  if (leased === 'taken') return false
  const report = join(folder, `.${file.name}.report.part`)
  let counts = leased
  if (counts === 'leased') {
    await rm(report, { force: true })
    const fate = await keptMeanwhile(needs, file, () => taken(needs, file, report))
    if (fate === 'left') {
      await letGo(db, file, clock())
      return false
    }
    counts = fate
    await finish(db, file, counts, clock())
  }
  const place = counts.accepted > 0 || counts.refused === 0 ? 'processed' : 'refused'
  await moveTo(join(folder, place), { path: join(folder, file.name), name: file.name, report })
  return true
}

/** Does what may take long while the file stays this server's. */
async function keptMeanwhile<T>({ db, clock, log }: Needs, file: SeenFile, work: () => Promise<T>): Promise<T> {
  const renewing = setInterval(() => {
    lease(db, file, clock(), { isOwn: true }).catch(({ message }: Error) =>
      log.warn({ error: message }, 'lease not renewed'),
    )
  }, renewalSeconds * 1000)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}

/** Takes in what a file says by its kind, and writes what was refused into the report. */
async function taken(needs: Needs, file: SeenFile, report: string): Promise<Counts | 'left'> {
  const kind = fileKindOf(file.name)
  const write = (...answers: object[]) =>
    appendFile(report, answers.map((each) => `${JSON.stringify(each)}\n`).join(''))
  if (kind === null) return refusedWhole(write, 'The name does not say what the file holds.')
  try {
    return await takenAs(kind, needs, { file, report, write })
  } catch (error) {
    if (error instanceof Left) return 'left'
    if (error instanceof UnreadableFile) return refusedWhole(write, error.message)
    throw error
  }
}

type Write = (...answers: object[]) => Promise<void>

class UnreadableFile extends Error {}
class Left extends Error {}

async function refusedWhole(write: Write, message: string): Promise<Counts> {
  await write(
    { line: null, status: 'refused', code: 'file_unreadable', message },
    { end: true, accepted: 0, refused: 1 },
  )
  return { accepted: 0, refused: 1 }
}

async function takenAs(
  kind: FileKind,
  needs: Needs,
  { file, report, write }: { file: SeenFile; report: string; write: Write },
): Promise<Counts> {
  const { db, files, folder, log } = needs
  const path = join(folder, file.name)
  const mayLeave = async () => {
    if (needs.isEnding?.()) throw new Left()
  }
  switch (kind) {
    case 'f1':
      return f1(db, await bytesOf(path, file, longestF1Bytes), write)
    case 'contracts-file':
      return contractsFile(db, await bytesOf(path, file, longestContractsBytes), write)
    case 'meter-file':
      return meterFile(db, path, file, write)
    default:
      return takeFile(
        lineKinds[kind],
        { name: file.name, source: createReadStream(path) },
        { db, files, log, onlyRefused: true, answer: (text) => appendFile(report, text), onGroup: mayLeave },
      )
  }
}

async function bytesOf(path: string, { sizeBytes }: SeenFile, longestBytes: number): Promise<Buffer> {
  if (sizeBytes > longestBytes) throw new UnreadableFile(`The file is longer than ${longestBytes} bytes.`)
  return readFile(path)
}

async function f1(db: Database, bytes: Buffer, write: Write): Promise<Counts> {
  const { invoices, readings, refusals } = await importF1(db, bytes)
  const counts = { accepted: invoices, refused: refusals.length }
  await write(
    ...refusals.map(({ place, number, code }) => ({
      line: place,
      key: number,
      status: 'refused',
      code,
      message: f1Reasons[code],
    })),
    {
      end: true,
      ...counts,
      readings,
    },
  )
  return counts
}

async function contractsFile(db: Database, bytes: Buffer, write: Write): Promise<Counts> {
  let said: unknown
  try {
    said = JSON.parse(bytes.toString())
  } catch {
    throw new UnreadableFile('The file is not JSON.')
  }
  const { sections, refusals } = await importContracts(db, said)
  const sum = (of: (counts: { created: number; updated: number; unchanged: number; refused: number }) => number) =>
    Object.values(sections).reduce((total, counts) => total + of(counts), 0)
  const counts = {
    accepted: sum(({ created, updated, unchanged }) => created + updated + unchanged),
    refused: Math.max(
      sum(({ refused }) => refused),
      Math.min(refusals.length, 1),
    ),
  }
  await write(
    ...refusals.map(({ path, reason }) => ({ key: path, status: 'refused', code: 'invalid', message: reason })),
    { end: true, ...counts },
  )
  return counts
}

async function meterFile(db: Database, path: string, { name }: SeenFile, write: Write): Promise<Counts> {
  const counts = { accepted: 0, refused: 0 }
  for (const report of await importCurves({ db, source: createReadStream(path), fileName: name })) {
    const { file, source, rows, refusals, unknownPoints } = report
    counts.accepted += rows.new + rows.replaced + rows.unchanged
    counts.refused += rows.refused + rows.unknownPoint + (source === null ? 1 : 0)
    await write(
      ...refusals.map(({ line, code }) => ({ file, line, status: 'refused', code, message: curveReasons[code] })),
      ...unknownPoints.map((key) => ({
        file,
        key,
        status: 'refused',
        code: 'unknown_reference',
        message: 'the supply point is not known here',
      })),
    )
  }
  await write({ end: true, ...counts })
  return counts
}

/** Moves a file and its report into a folder, beside others of its name, unless somebody else has just done so. */
async function moveTo(folder: string, { path, name, report }: { path: string; name: string; report: string }) {
  await mkdir(folder, { recursive: true })
  for (let round = 1; ; round++) {
    const place = join(folder, round === 1 ? name : `${round}-${name}`)
    if (!(await reserve(place))) continue
    try {
      await rename(path, place)
      await rename(report, `${place}.report.ndjson`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      if ((await stat(place)).size === 0) await rm(place)
    }
    return
  }
}

/** Makes an empty file where there is none, so that of two who want a name one has it. */
async function reserve(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
