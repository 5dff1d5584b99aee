import { buffer } from 'node:stream/consumers'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { findUpload } from '#domains/uploads/server/upload-store.ts'
import type { Actor } from '#kit/actor.ts'
import { Refused } from '#kit/refusal.ts'
import type { Context } from '../wiring/context.ts'

type InlineUploadDeps = Pick<Context, 'db' | 'files'>

/** Replaces uploads in a body with their content in base64, as the specification requires. */
export async function inlineUploads(deps: InlineUploadDeps, body: unknown, actor: Actor): Promise<unknown> {
  if (Array.isArray(body)) return Promise.all(body.map((part) => inlineUploads(deps, part, actor)))
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body)
  if (entries.length === 1 && isUploadReference(entries[0]!)) return readUpload(deps, entries[0]![1] as string, actor)
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, part]) => [name, await inlineUploads(deps, part, actor)] as const)),
  )
}

async function readUpload({ db, files }: InlineUploadDeps, uploadId: string, actor: Actor) {
  const maker = { userId: actor.kind === 'customer' ? actor.userId : null }
  const upload = await findUpload(db, { uploadId, uploader: maker })
  if (!upload) throw new Refused('file_missing', 400)
  const content = await buffer(await openUpload(files, upload))
  return { filename: upload.fileName, content: content.toString('base64') }
}
function isUploadReference([name, value]: [string, unknown]): boolean {
  return name === 'id' && typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}
