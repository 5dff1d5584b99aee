import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { buildMailContent } from './mail-content.ts'
import type { MailSender } from './mail-sender.ts'

/** Writes mails to a local folder, one file each, which any mail program opens. */
export function createMailFolder({ folder, from }: { folder: string; from: string }): MailSender {
  return {
    async send(message) {
      const content = await new MailComposer(buildMailContent(message, from)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A file under its final name is always complete; a mail that is sent again replaces the first one.
      const unfinished = join(folder, `${randomUUID()}.part`)
      await writeFile(unfinished, content, { mode: 0o600 })
      await rename(unfinished, join(folder, `${nameOf(message)}.eml`))
    },
  }
}

/** Sorting by file name yields the mails in the order in which they were written. */
function nameOf({ writtenAt, messageId }: { writtenAt: Date; messageId: string }): string {
  return `${writtenAt.toISOString().replaceAll(/[:.]/g, '-')}_${messageId}`
}
