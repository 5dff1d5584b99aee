import type { DeliveryStatus, Topic } from '#domains/messages/rules.ts'
import type { Reply } from '#kit/call.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import type { listCommunications } from '../api.ts'

/** A message or a document that was sent for a contract. */
export type Communication = { id: string; day: string } & (
  | {
      kind: 'message'
      topic: Topic
      subject: string
      paragraphs: string[]
      action: { label: string; link: string } | null
      status: DeliveryStatus
      addresses: string[]
      refusedBy: string[]
      files: { place: number; name: string }[]
    }
  | { kind: 'document'; attachmentId: number; name: string; size: string; fileName: string }
)

/** Converts the communications of the API to the model, merged, newest first. */
export function toCommunications({
  messages,
  documents,
}: Pick<Reply<typeof listCommunications>, 'messages' | 'documents'>): Communication[] {
  const items: Communication[] = [
    ...messages.map((message) => ({
      kind: 'message' as const,
      id: message.id,
      day: calendarDayOf(new Date(message.at)),
      topic: message.topic,
      subject: message.subject,
      paragraphs: message.text.split('\n\n'),
      action: message.action,
      status: message.mail,
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
  // Both lists are sorted already, and sorting preserves the order within a day.
  return items.sort((one, other) => other.day.localeCompare(one.day))
}
