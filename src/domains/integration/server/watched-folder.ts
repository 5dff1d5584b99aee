import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#db/database.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { Files } from '#outside/files/files.ts'
import { fileKindOf, isFinishedName } from '../rules.ts'
import { addRun, keepReport } from './import-runs/run-store.ts'
import { type Counts, takeWhole } from './take-whole.ts'
import { finish, lease, letGo, type SeenFile } from './watched-files.ts'

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
    // The report stands beside the file, where a program finds it, and where an operator does.
    const reportKey = counts.refused > 0 ? await keepReport(needs.files, createReadStream(report)) : null
    const kind = fileKindOf(file.name) ?? 'unknown'
    const run = {
      source: 'folder',
      kind,
      fileName: file.name,
      sizeBytes: file.sizeBytes,
      ...counts,
      reportKey,
    } as const
    await addRun(db, run, clock())
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
async function taken({ folder, isEnding, ...needs }: Needs, file: SeenFile, report: string): Promise<Counts | 'left'> {
  const path = join(folder, file.name)
  return takeWhole(
    fileKindOf(file.name),
    { ...file, open: async () => createReadStream(path) },
    {
      ...needs,
      write: (text) => appendFile(report, text),
      isEnding,
    },
  )
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
