import type { MailMessage } from './mail.ts'

/** A mail in the words of nodemailer, from a retailer's address. It reads nothing but what it is given. */
export function mailContent({ messageId, fromName, to, locale, writtenAt, ...message }: MailMessage, from: string) {
  const { subject, text, html, attachments, pictures = [] } = message
  return {
    messageId: `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: fromName, address: from },
    // An address as it stands: a comma in it would make two of it.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: writtenAt,
    // That nobody wrote it by hand (RFC 3834), so that no absence note is sent back.
    headers: { 'content-language': locale, 'auto-submitted': 'auto-generated' },
    attachments: [
      ...attachments.map(({ fileName, content }) => ({ filename: fileName, content })),
      ...pictures.map(({ contentId, fileName, content }) => ({
        filename: fileName,
        content,
        cid: contentId,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
