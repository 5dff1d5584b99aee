import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SmsSender } from './sms-sender.ts'

/** Writes text messages to a local folder, the newest last by name, until a carrier is configured instead. */
export function createFolderSms(folder: string): SmsSender {
  return {
    async send({ to, text, at }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${at.toISOString().replaceAll(':', '-')}-${randomUUID()}`
      // A message under its final name is always complete.
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, `To: ${to}\nAt: ${at.toISOString()}\n\n${text}\n`, { mode: 0o600 })
      await rename(unfinished, join(folder, `${name}.txt`))
    },
  }
}
