import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail } from './mail.ts'
import { mailContent } from './mail-content.ts'

/** Mails that leave for a folder of this machine: a file each, which any mail program opens. */
export function createMailFolder({ folder, from }: { folder: string; from: string }): Mail {
  return {
    async send(message) {
      const content = await new MailComposer(mailContent(message, from)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Under its own name a file is always whole; one that is sent again takes the place of the first.
      const unfinished = join(folder, `${randomUUID()}.part`)
      await writeFile(unfinished, content, { mode: 0o600 })
      await rename(unfinished, join(folder, `${nameOf(message)}.eml`))
    },
  }
}

/** The files in the order of their names are the mails in the order in which they were written. */
function nameOf({ writtenAt, messageId }: { writtenAt: Date; messageId: string }): string {
  return `${writtenAt.toISOString().replaceAll(/[:.]/g, '-')}_${messageId}`
}
