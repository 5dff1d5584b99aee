import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { Files } from '#outside/files/files.ts'
import type { ImportKind } from '../../rules.ts'
import { makeSpool } from '../spool.ts'
import { takeWhole } from '../take-whole.ts'
import { claimRun, failRun, finishRun, keepReport, leaveRun, noteProgress, renewRun } from './run-store.ts'

type Log = { error(details: object, message: string): void; warn(details: object, message: string): void }
type Needs = { db: Database; files: Files; clock: () => Date; log: Log }

const mostTries = 3
const pauseSeconds = 60
/** How often it is noted how far a file is. */
const noteSeconds = 2
const renewalSeconds = 20

/** Takes in what operators drop. */
export function startImportJobs(needs: Needs): Repeated {
  let isEnding = false
  const { log } = needs
  const taking = repeat(() => takeNextRun({ ...needs, isEnding: () => isEnding }), {
    everySeconds: 2,
    name: 'take in dropped files',
    log,
  })
  return {
    async stop() {
      isEnding = true
      await taking.stop()
    },
  }
}

/** Takes in the file that waits longest. @returns whether there was one. */
export async function takeNextRun(needs: Needs & { isEnding?: () => boolean }): Promise<boolean> {
  const { db, files, clock, log, isEnding } = needs
  const run = await claimRun(db, clock())
  if (!run) return false
  const { import_run_id: runId, kind, file_name: name, size_bytes, file_key } = run
  if (run.tries > mostTries) {
    // Whatever it is that ends programs is not tried for ever.
    await failRun(db, runId, { failure: 'broke_off', againAt: null, now: clock() })
    log.error({ runId, kind, tries: run.tries }, 'every try to take a file in broke off')
    return true
  }
  const report = makeSpool()
  const renewing = setInterval(() => {
    renewRun(db, { runId, tries: run.tries }, clock()).catch(({ message }: Error) =>
      log.warn({ runId, error: message }, 'lease not renewed'),
    )
  }, renewalSeconds * 1_000)
  let notedAt = performance.now()
  try {
    const counts = await takeWhole(
      kind as ImportKind,
      { name, sizeBytes: Number(size_bytes), open: () => opened(files, file_key) },
      {
        db,
        files,
        clock,
        log,
        isEnding,
        write: (text) => report.write(text),
        async onProgress(progress) {
          if (performance.now() - notedAt < noteSeconds * 1_000) return
          notedAt = performance.now()
          await noteProgress(db, runId, progress)
        },
      },
    )
    if (counts === 'left') await leaveRun(db, runId)
    else {
      const reportKey = counts.refused > 0 ? await keepReport(files, report.read()) : null
      await finishRun(db, runId, { ...counts, reportKey }, clock())
      await writeAudit(db, {
        action: 'file_imported',
        actorUserId: run.user_id ?? undefined,
        subject: `import:${runId}`,
        after: { kind, ...counts },
      })
      if (file_key) await files.remove(file_key)
    }
    return counts !== 'left'
  } catch (error) {
    // What the database says of a value may be somebody's.
    const { code = 'unexpected' } = error as { code?: string }
    const againAt = run.tries < mostTries ? new Date(clock().getTime() + pauseSeconds * 1_000) : null
    await failRun(db, runId, { failure: String(code), againAt, now: clock() })
    log.error({ runId, kind, code, tries: run.tries }, 'file not taken in')
    return true
  } finally {
    clearInterval(renewing)
    await report.drop()
  }
}

async function opened(files: Files, key: string | null) {
  const content = key === null ? undefined : await files.get(key)
  if (!content) throw Object.assign(new Error('A dropped file is missing'), { code: 'file_missing' })
  return content
}
