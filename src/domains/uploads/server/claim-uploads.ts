import { Readable } from 'node:stream'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'
import { type FileConcern, inspectFile } from '#outside/virus-scan/inspect-file.ts'
import type { SentFile } from '../api.ts'
import { detectMediaType, type UploadQuota } from '../rules.ts'
import { findQuotaExcess, readUploadLimits } from './quota.ts'
import { storeFile, type UnstorableFileCode } from './store-file.ts'
import { addUpload, markUploadsUsed, type Uploader } from './upload-store.ts'

type ClaimUploadsDeps = { db: Database; files: Files }
/** The reason why files cannot be claimed: the code of a field error. */
export type ClaimProblem = UnstorableFileCode | FileConcern | 'file_unknown' | 'file_quota' | `file_too_large:${number}`

type ClaimUploadsInput = { sent: readonly SentFile[]; uploader: Uploader; now: Date }

/**
 * Claims the files attached to something, within its transaction: earlier uploads of the same uploader, and small files
 * inline in the JSON. @returns their upload ids in order, or the code of a field error, in which case the transaction
 * must be rolled back.
 */
export async function claimUploads(
  { db, files }: ClaimUploadsDeps,
  { sent, uploader, now }: ClaimUploadsInput,
): Promise<string[] | ClaimProblem> {
  const sizesBytes = sent.flatMap((file) => ('content' in file ? [sizeBytesOf(file.content)] : []))
  const limits = sizesBytes.length > 0 ? await readUploadLimits(db) : null
  if (limits && Math.max(...sizesBytes) > limits.fileBytes) return `file_too_large:${limits.fileBytes / 1e6}`
  if (limits && !(await areWithinQuota(db, { sizesBytes, quota: limits.quota, uploader, now }))) return 'file_quota'
  // The scanner is never called while a transaction is open; inline files are scanned later.
  const state = files.virusScan ? 'waiting' : 'clean'
  const uploadIds: string[] = []
  for (const file of sent) {
    if ('id' in file) {
      uploadIds.push(file.id)
      continue
    }
    const name = 'filename' in file ? file.filename : file.name
    const content = bytesOf(file.content)
    const concern = inspectFile(content, detectMediaType(content) ?? '')
    if (concern) return concern
    const stored = await storeFile(files, name, Readable.from([content]))
    if (typeof stored === 'string') return stored
    uploadIds.push(await addUpload(db, { file: stored, state, uploader, now }))
  }
  const used = await markUploadsUsed(db, { uploadIds, uploader, now })
  return used === uploadIds.length ? uploadIds : 'file_unknown'
}

type QuotaCheckInput = Pick<ClaimUploadsInput, 'uploader' | 'now'> & {
  sizesBytes: readonly number[]
  quota: UploadQuota
}

async function areWithinQuota(
  db: Database,
  { sizesBytes, quota, uploader: { userId }, now }: QuotaCheckInput,
): Promise<boolean> {
  return userId === null || (await findQuotaExcess(db, { userId, sizesBytes, quota, now })) === null
}

/** Returns the size of a base64-encoded file, in bytes. */
function sizeBytesOf(content: string): number {
  const letters = content.length - (content.indexOf(',') + 1)
  return (letters / 4) * 3 - (content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0)
}

/** Decodes base64, without the prefix of a data URL. */
function bytesOf(content: string): Buffer {
  return Buffer.from(content.slice(content.indexOf(',') + 1), 'base64')
}
