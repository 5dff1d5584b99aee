import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#db/database.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import type { Files } from '#outside/files/files.ts'
import { concurrentKinds, fileKindOf, isFinishedName } from '../rules.ts'
import { importFileByKind } from './import-file-by-kind.ts'
import type { ImportCounts } from './import-file-source.ts'
import { addFinishedRun, storeImportReport } from './import-runs/run-store.ts'
import { type FolderFile, finishFile, leaseFile, releaseFile, renewFile } from './watched-file-store.ts'

type WatchedFolderLog = { error(details: object, message: string): void; warn(details: object, message: string): void }
type WatchedFolderDeps = {
  db: Database
  files: Files
  folder: string
  clock: () => Date
  log: WatchedFolderLog
  /** How many files of curves are imported at the same time. */
  concurrency?: number
  /** Whether the server is shutting down, so that a long file is left to another one, which starts it over. */
  isEnding?: () => boolean
}

/** How many seconds a file must be unchanged before it counts as complete. */
const quietSeconds = 10
const renewalSeconds = 60

/** Starts importing files that are dropped into a folder. */
export function startFolderWatch(deps: Omit<WatchedFolderDeps, 'isEnding'>): PollingLoop {
  let isEnding = false
  const scan = createFolderScan({ ...deps, isEnding: () => isEnding })
  const scanLoop = startPollingLoop(scan, { everySeconds: 5, name: 'watched folder', log: deps.log })
  return {
    async stop() {
      isEnding = true
      await scanLoop.stop()
    },
  }
}

/**
 * Creates a scan that imports the first complete waiting file, or several at the same time if they are curves. It
 * returns whether there was one.
 */
export function createFolderScan(deps: WatchedFolderDeps): () => Promise<boolean> {
  // The files as last seen, with the time since when they are unchanged.
  const knownFiles = new Map<string, FolderFile & { since: number }>()

  return async () => {
    await mkdir(deps.folder, { recursive: true })
    const names = (await readdir(deps.folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && isFinishedName(entry.name))
      .map(({ name }) => name)
    for (const name of knownFiles.keys()) if (!names.includes(name)) knownFiles.delete(name)
    const settled: FolderFile[] = []
    for (const name of names.sort()) {
      const file = await findSettledFile(deps, name, knownFiles)
      if (file) settled.push(file)
    }
    for (const group of groupConcurrent(settled, deps.concurrency ?? 1)) {
      const results = await Promise.allSettled(group.map((file) => importFolderFile(deps, file)))
      const imported = group.filter((_, index) => wasImported(results[index]!))
      for (const { name } of imported) knownFiles.delete(name)
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      if (imported.length > 0) return true
    }
    return false
  }
}

function wasImported(result: PromiseSettledResult<boolean>): boolean {
  return result.status === 'fulfilled' && result.value
}

/** Returns the files in their order, with up to `limit` consecutive files of curves in one group. */
function groupConcurrent(files: readonly FolderFile[], limit: number): FolderFile[][] {
  const groups: FolderFile[][] = []
  for (const file of files) {
    const last = groups.at(-1)
    if (last && last.length < limit && areConcurrent([...last, file])) last.push(file)
    else groups.push([file])
  }
  return groups
}

function areConcurrent(files: readonly FolderFile[]): boolean {
  return files.every(({ name }) => concurrentKinds.some((kind) => kind === fileKindOf(name)))
}

/** Returns the file if it has been unchanged for a while. */
async function findSettledFile(
  { folder, clock }: WatchedFolderDeps,
  name: string,
  knownFiles: Map<string, FolderFile & { since: number }>,
): Promise<FolderFile | undefined> {
  const stats = await stat(join(folder, name)).catch(() => undefined)
  if (!stats) return undefined
  const file = { name, sizeBytes: stats.size, modifiedAt: new Date(Math.floor(stats.mtimeMs)) }
  const now = clock().getTime()
  const before = knownFiles.get(name)
  const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedAt.getTime() === file.modifiedAt.getTime()
  if (!isSame) knownFiles.set(name, { ...file, since: now })
  return isSame && now - before.since >= quietSeconds * 1000 ? file : undefined
}

/** Imports a file unless another server holds it. Returns whether it did. */
async function importFolderFile(deps: WatchedFolderDeps, file: FolderFile): Promise<boolean> {
  const { db, folder, clock } = deps
  const lease = await leaseFile(db, file, clock())
  if (lease === 'taken') return false
  const report = join(folder, `.${file.name}.report.part`)
  let counts = lease
  if (counts === 'leased') {
    await rm(report, { force: true })
    const result = await withLease(deps, file, () => importLeasedFile(deps, file, report))
    if (result === 'interrupted') {
      await releaseFile(db, file, clock())
      return false
    }
    counts = result
    await finishFile(db, file, counts, clock())
    // The report is written next to the file for programs, and stored for operators.
    const reportKey = counts.refused > 0 ? await storeImportReport(deps.files, createReadStream(report)) : null
    const kind = fileKindOf(file.name) ?? 'unknown'
    const run = {
      source: 'folder',
      kind,
      fileName: file.name,
      sizeBytes: file.sizeBytes,
      ...counts,
      reportKey,
    } as const
    await addFinishedRun(db, run, clock())
  }
  const targetFolder = counts.accepted > 0 || counts.refused === 0 ? 'processed' : 'refused'
  await moveToFolder(join(folder, targetFolder), { path: join(folder, file.name), name: file.name, report })
  return true
}

/** Runs a possibly long operation while renewing the lease on the file. */
async function withLease<T>(
  { db, clock, log }: WatchedFolderDeps,
  file: FolderFile,
  work: () => Promise<T>,
): Promise<T> {
  const renewing = setInterval(() => {
    renewFile(db, file, clock()).catch(({ message }: Error) => log.warn({ error: message }, 'lease not renewed'))
  }, renewalSeconds * 1000)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}

/** Imports a file by its kind and writes the refusals into the report. */
async function importLeasedFile(
  { folder, isEnding, ...deps }: WatchedFolderDeps,
  file: FolderFile,
  report: string,
): Promise<ImportCounts | 'interrupted'> {
  const path = join(folder, file.name)
  return importFileByKind(
    fileKindOf(file.name),
    { ...file, open: async () => createReadStream(path) },
    {
      ...deps,
      origin: { channel: 'folder', fileName: file.name },
      write: (text) => appendFile(report, text),
      isEnding,
    },
  )
}

/**
 * Moves a file and its report into a folder, without overwriting others of the same name, unless another server has
 * just moved it.
 */
async function moveToFolder(folder: string, { path, name, report }: { path: string; name: string; report: string }) {
  await mkdir(folder, { recursive: true })
  for (let round = 1; ; round++) {
    const target = join(folder, round === 1 ? name : `${round}-${name}`)
    if (!(await reserveName(target))) continue
    try {
      await rename(path, target)
      await rename(report, `${target}.report.ndjson`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      if ((await stat(target)).size === 0) await rm(target)
    }
    return
  }
}

/** Creates an empty file if none exists, so that only one of two servers gets the name. */
async function reserveName(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
