import type { Reply } from '#kit/call.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import type { listCommunications } from '../api.ts'
import type { Standing, Topic } from '../rules.ts'

/** Something that was sent for a contract, a message or a document. */
export type Communication = { id: string; day: string } & (
  | {
      kind: 'message'
      topic: Topic
      subject: string
      paragraphs: string[]
      action: { label: string; link: string } | null
      standing: Standing
      addresses: string[]
      refusedBy: string[]
      files: { place: number; name: string }[]
    }
  | { kind: 'document'; attachmentId: number; name: string; size: string; fileName: string }
)

/** The communications of the wire in the words of the product, all together, newest first. */
export function readCommunications({
  messages,
  documents,
}: Pick<Reply<typeof listCommunications>, 'messages' | 'documents'>): Communication[] {
  const read: Communication[] = [
    ...messages.map((message) => ({
      kind: 'message' as const,
      id: message.id,
      day: calendarDayOf(new Date(message.at)),
      topic: message.topic,
      subject: message.subject,
      paragraphs: message.text.split('\n\n'),
      action: message.action,
      standing: message.mail,
      addresses: message.sent_to,
      refusedBy: message.refused_by,
      files: message.files.map(({ place, filename }) => ({ place, name: filename })),
    })),
    ...documents.map((document) => ({
      kind: 'document' as const,
      id: `document-${document.id}`,
      day: document.created_date,
      attachmentId: document.id,
      name: document.name,
      size: document.size_text,
      fileName: document.filename,
    })),
  ]
  // Each of the two comes sorted, and sorting keeps the order within a day.
  return read.sort((one, other) => other.day.localeCompare(one.day))
}
