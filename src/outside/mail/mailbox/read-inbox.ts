import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ParsedMail, parseMail } from '../parse-mail.ts'

/** The folders in which the demo stores sent messages. */
export type MailboxFolders = { mail: string; sms: string }

/** A sent message, named after its file. */
export type MailboxMessage = ({ kind: 'mail' } & ParsedMail) | { kind: 'sms'; to: string; sentAt: Date; text: string }
export type NamedMessage = MailboxMessage & { name: string }

const maxShown = 100

/**
 * Returns the sent messages, newest first. Names start with the time, so that the newest are found without reading all.
 */
export async function readInbox(folders: MailboxFolders): Promise<NamedMessage[]> {
  const names = [...(await namesIn(folders.mail, '.eml')), ...(await namesIn(folders.sms, '.txt'))]
  const newest = [names.filter(isMail), names.filter((name) => !isMail(name))].flatMap((some) =>
    some.sort().slice(-maxShown),
  )
  const letters = await Promise.all(newest.map((name) => readMessage(folders, name)))
  return letters
    .flatMap((letter) => letter ?? [])
    .sort((one, other) => other.sentAt.getTime() - one.sentAt.getTime() || (other.name > one.name ? 1 : -1))
    .slice(0, maxShown)
}

/** Returns a message by name, or undefined if there is none. */
export async function readMessage({ mail, sms }: MailboxFolders, name: string): Promise<NamedMessage | undefined> {
  if (!/^[\w-][\w.-]*\.(eml|txt)$/.test(name)) return undefined
  const content = await readFile(join(isMail(name) ? mail : sms, name)).catch(ignoreMissing)
  if (!content) return undefined
  return isMail(name)
    ? { name, kind: 'mail', ...parseMail(content) }
    : { name, kind: 'sms', ...readSms(content.toString('utf8')) }
}

/** Parses a stored text message: recipient and time on lines of their own, an empty line, the text. */
function readSms(content: string): { to: string; sentAt: Date; text: string } {
  const [head = '', ...text] = content.split(/\r?\n\r?\n/)
  const line = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(head)?.[1]?.trim() ?? ''
  return { to: line('To'), sentAt: new Date(line('At')), text: text.join('\n\n').trim() }
}

async function namesIn(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch(ignoreMissing)
  return (names ?? []).filter((name) => name.endsWith(ending))
}

function isMail(name: string): boolean {
  return name.endsWith('.eml')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
