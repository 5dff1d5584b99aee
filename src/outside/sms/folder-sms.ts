import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sms } from './sms.ts'

/** Text messages as files in a folder of this machine, the newest last by name, until a carrier stands in its place. */
export function folderSms(folder: string): Sms {
  return {
    async send({ to, text, at }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${at.toISOString().replaceAll(':', '-')}-${randomUUID()}`
      // Under its own name a message is always whole.
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, `To: ${to}\nAt: ${at.toISOString()}\n\n${text}\n`, { mode: 0o600 })
      await rename(unfinished, join(folder, `${name}.txt`))
    },
  }
}
