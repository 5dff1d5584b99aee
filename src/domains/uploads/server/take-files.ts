import { Readable } from 'node:stream'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'
import type { SentFile } from '../api.ts'
import { keepFile } from './keep-file.ts'
import { addUpload, type Maker, useUploads } from './store.ts'

type Needs = { db: Database; files: Files }
type Sent = { sent: readonly SentFile[]; maker: Maker; now: Date }

/**
 * Takes over the files that are sent with something, within the transaction of that: those that were streamed before and
 * are the maker's own, and small ones that came inside the JSON. @returns their upload ids in order, or the code of a field
 * error, and then the transaction must not hold.
 */
export async function takeFiles(
  { db, files }: Needs,
  { sent, maker, now }: Sent,
): Promise<string[] | 'file_unknown' | 'file_kind' | 'file_empty'> {
  const uploadIds: string[] = []
  for (const file of sent) {
    if ('id' in file) {
      uploadIds.push(file.id)
      continue
    }
    const name = 'filename' in file ? file.filename : file.name
    const kept = await keepFile(files, name, Readable.from([bytesOf(file.content)]))
    if (typeof kept === 'string') return kept
    uploadIds.push(await addUpload(db, { file: kept, maker, now }))
  }
  const used = await useUploads(db, { uploadIds, maker, now })
  return used === uploadIds.length ? uploadIds : 'file_unknown'
}

/** What stands behind the prefix that a browser writes before base64. */
function bytesOf(content: string): Buffer {
  return Buffer.from(content.slice(content.indexOf(',') + 1), 'base64')
}
