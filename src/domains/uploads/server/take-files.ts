import { Readable } from 'node:stream'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'
import { type FileConcern, inspectFile } from '#outside/virus-scan/inspect-file.ts'
import type { SentFile } from '../api.ts'
import { typeOf, type UploadQuota } from '../rules.ts'
import { type FileProblem, keepFile } from './keep-file.ts'
import { excessOf, storedLimits } from './quota.ts'
import { addUpload, type Maker, useUploads } from './store.ts'

type Needs = { db: Database; files: Files }
/** Why files are not taken over: the code of a field error. */
export type FilesProblem = FileProblem | FileConcern | 'file_unknown' | 'file_quota' | `file_too_large:${number}`

type Sent = { sent: readonly SentFile[]; maker: Maker; now: Date }

/**
 * Takes over the files that are sent with something, within the transaction of that: those that were streamed before and
 * are the maker's own, and small ones that came inside the JSON. @returns their upload ids in order, or the code of a field
 * error, and then the transaction must not hold.
 */
export async function takeFiles({ db, files }: Needs, { sent, maker, now }: Sent): Promise<string[] | FilesProblem> {
  const sizesBytes = sent.flatMap((file) => ('content' in file ? [sizeBytesOf(file.content)] : []))
  const limits = sizesBytes.length > 0 ? await storedLimits(db) : null
  if (limits && Math.max(...sizesBytes) > limits.fileBytes) return `file_too_large:${limits.fileBytes / 1e6}`
  if (limits && !(await areWithinQuota(db, { sizesBytes, quota: limits.quota, maker, now }))) return 'file_quota'
  // No scanner is asked while a transaction is open; what is sent inside the JSON waits for it.
  const state = files.virusScan ? 'waiting' : 'clean'
  const uploadIds: string[] = []
  for (const file of sent) {
    if ('id' in file) {
      uploadIds.push(file.id)
      continue
    }
    const name = 'filename' in file ? file.filename : file.name
    const content = bytesOf(file.content)
    const concern = inspectFile(content, typeOf(content) ?? '')
    if (concern) return concern
    const kept = await keepFile(files, name, Readable.from([content]))
    if (typeof kept === 'string') return kept
    uploadIds.push(await addUpload(db, { file: kept, state, maker, now }))
  }
  const used = await useUploads(db, { uploadIds, maker, now })
  return used === uploadIds.length ? uploadIds : 'file_unknown'
}

type Weighed = Pick<Sent, 'maker' | 'now'> & { sizesBytes: readonly number[]; quota: UploadQuota }

async function areWithinQuota(db: Database, { sizesBytes, quota, maker: { userId }, now }: Weighed): Promise<boolean> {
  return userId === null || (await excessOf(db, { userId, sizesBytes, quota, now })) === null
}

/** What a file weighs that is written in base64. */
function sizeBytesOf(content: string): number {
  const letters = content.length - (content.indexOf(',') + 1)
  return (letters / 4) * 3 - (content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0)
}

/** What stands behind the prefix that a browser writes before base64. */
function bytesOf(content: string): Buffer {
  return Buffer.from(content.slice(content.indexOf(',') + 1), 'base64')
}
