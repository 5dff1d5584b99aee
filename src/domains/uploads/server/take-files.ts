import { Readable } from 'node:stream'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'
import { type FileConcern, inspectFile } from '#outside/virus-scan/inspect-file.ts'
import type { SentFile } from '../api.ts'
import { typeOf } from '../rules.ts'
import { type FileProblem, keepFile } from './keep-file.ts'
import { excessOf, storedQuota } from './quota.ts'
import { addUpload, type Maker, useUploads } from './store.ts'

type Needs = { db: Database; files: Files }
/** Why files are not taken over: the code of a field error. */
export type FilesProblem = FileProblem | FileConcern | 'file_unknown' | 'file_quota'

type Sent = { sent: readonly SentFile[]; maker: Maker; now: Date }

/**
 * Takes over the files that are sent with something, within the transaction of that: those that were streamed before and
 * are the maker's own, and small ones that came inside the JSON. @returns their upload ids in order, or the code of a field
 * error, and then the transaction must not hold.
 */
export async function takeFiles({ db, files }: Needs, { sent, maker, now }: Sent): Promise<string[] | FilesProblem> {
  if (!(await areWithinQuota(db, { sent, maker, now }))) return 'file_quota'
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

async function areWithinQuota(db: Database, { sent, maker: { userId }, now }: Sent): Promise<boolean> {
  const sizesBytes = sent.flatMap((file) => ('content' in file ? [bytesOf(file.content).length] : []))
  if (userId === null || sizesBytes.length === 0) return true
  return (await excessOf(db, { userId, sizesBytes, quota: await storedQuota(db), now })) === null
}

/** What stands behind the prefix that a browser writes before base64. */
function bytesOf(content: string): Buffer {
  return Buffer.from(content.slice(content.indexOf(',') + 1), 'base64')
}
