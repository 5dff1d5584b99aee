import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { uploadFile } from '../api.ts'
import { anonymousFilesPerHour } from '../rules.ts'
import { firstFile } from './first-file.ts'
import { keepFile } from './keep-file.ts'
import { addUpload } from './store.ts'

type Needs = {
  serve: Serve
  db: Database
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
}

// What a multipart body weighs besides its file.
const wrappingBytes = 10_000

export function uploadRoutes({ serve, db, files, settings, clock }: Needs) {
  serve(uploadFile, async ({ actor, request }, refuse) => {
    const { fileUploadSizeLimit: maxBytes } = settings.now()
    const tooLarge = { values: { megabytes: maxBytes / 1e6 } }
    const isAnonymous = actor.kind === 'anonymous'
    if (isAnonymous) {
      if (!takesFilesOfVisitors(settings.now())) throw refuse('upload_closed')
      const retryAfterSeconds = await countVisit(db, [hourlyLimit(request)], clock())
      if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    }
    if (Number(request.headers['content-length']) > maxBytes + wrappingBytes) throw refuse('file_too_large', tooLarge)

    const part = request.isMultipart() ? await firstFile(request, maxBytes) : undefined
    if (!part) throw refuse('file_missing')
    const kept = await keepFile(files, part.filename, part.file)
    // What is left of a file that nobody wants must still arrive, or the browser never hears why.
    part.file.resume()
    if (typeof kept === 'string') throw refuse(kept)
    if (part.file.truncated) {
      await files.remove(kept.fileKey)
      throw refuse('file_too_large', tooLarge)
    }
    const maker = { userId: isAnonymous ? null : actor.userId }
    return { id: await addUpload(db, { file: kept, maker, now: clock() }) }
  })
}

/** Visitors send files with what they write, a bill to be compared, and what a contract that they take out asks for. */
function takesFilesOfVisitors({ features, comparator, contractation }: ReturnType<LiveSettings['now']>): boolean {
  const { electricity, gas, dual, authenticate } = contractation
  const isContractingOpen = !authenticate && [electricity, gas, dual].some(({ enabled }) => enabled)
  return features.unsignedContact || comparator.enabled || isContractingOpen
}

function hourlyLimit(request: FastifyRequest) {
  const limit = { what: 'upload', per: 'network', most: anonymousFilesPerHour, minutes: 60 } as const
  return { ...limit, value: request.ip }
}
