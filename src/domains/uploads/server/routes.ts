import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { Serve } from '#kit/server/serve.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Files } from '#outside/files/files.ts'
import { uploadFile } from '../api.ts'
import { anonymousFilesPerHour } from '../rules.ts'
import { receiveFile } from './receive-file.ts'

type UploadRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
}

export function uploadRoutes({ serve, db, files, settings, clock }: UploadRouteDeps) {
  serve(uploadFile, async ({ actor, request }, refuse) => {
    const { fileUploadSizeLimit: maxBytes } = settings.now()
    const isAnonymous = actor.kind === 'anonymous'
    if (isAnonymous) {
      if (!acceptsVisitorFiles(settings.now())) throw refuse('upload_closed')
      const retryAfterSeconds = await countVisit(db, [hourlyLimit(request)], clock())
      if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    }
    const uploader = { userId: isAnonymous ? null : actor.userId }
    const quota = { limits: settings.now().uploads, refuse }
    return receiveFile({ db, files }, request, { maxBytes, uploader, now: clock(), refuse, quota })
  })
}

/** Visitors upload files with a request, a bill to be compared, and the documents that a new contract requires. */
function acceptsVisitorFiles({ features, comparator, contractation }: ReturnType<LiveSettings['now']>): boolean {
  const { electricity, gas, dual, authenticate } = contractation
  const isContractingOpen = !authenticate && [electricity, gas, dual].some(({ enabled }) => enabled)
  return features.unsignedContact || comparator.enabled || isContractingOpen
}

function hourlyLimit(request: FastifyRequest) {
  const limit = { what: 'upload', per: 'network', maxCount: anonymousFilesPerHour, minutes: 60 } as const
  return { ...limit, value: request.ip }
}
