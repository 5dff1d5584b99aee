import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadMail, readMail } from '../read-mail.ts'

/** Where the demonstration keeps what it sends. */
export type Folders = { mail: string; sms: string }

/** Something that was sent; its name is that of its file. */
export type Letter = ({ kind: 'mail' } & ReadMail) | { kind: 'sms'; to: string; sentAt: Date; text: string }
export type Named = Letter & { name: string }

const mostShown = 100

/** What was sent, newest first. Names begin with their time, so that the newest are found without reading all. */
export async function readInbox(folders: Folders): Promise<Named[]> {
  const names = [...(await namesIn(folders.mail, '.eml')), ...(await namesIn(folders.sms, '.txt'))]
  const newest = [names.filter(isMail), names.filter((name) => !isMail(name))].flatMap((some) =>
    some.sort().slice(-mostShown),
  )
  const letters = await Promise.all(newest.map((name) => readLetter(folders, name)))
  return letters
    .flatMap((letter) => letter ?? [])
    .sort((one, other) => other.sentAt.getTime() - one.sentAt.getTime() || (other.name > one.name ? 1 : -1))
    .slice(0, mostShown)
}

/** One of them, or undefined when there is none by this name. */
export async function readLetter({ mail, sms }: Folders, name: string): Promise<Named | undefined> {
  if (!/^[\w-][\w.-]*\.(eml|txt)$/.test(name)) return undefined
  const content = await readFile(join(isMail(name) ? mail : sms, name)).catch(unlessMissing)
  if (!content) return undefined
  return isMail(name)
    ? { name, kind: 'mail', ...readMail(content) }
    : { name, kind: 'sms', ...readSms(content.toString('utf8')) }
}

/** A text message as it is kept: to whom and when on lines of their own, an empty line, the text. */
function readSms(content: string): { to: string; sentAt: Date; text: string } {
  const [head = '', ...text] = content.split(/\r?\n\r?\n/)
  const line = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(head)?.[1]?.trim() ?? ''
  return { to: line('To'), sentAt: new Date(line('At')), text: text.join('\n\n').trim() }
}

async function namesIn(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch(unlessMissing)
  return (names ?? []).filter((name) => name.endsWith(ending))
}

function isMail(name: string): boolean {
  return name.endsWith('.eml')
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
