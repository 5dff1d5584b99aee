import type { MailMessage } from './mail-sender.ts'

/**
 * Builds a mail for nodemailer, sent from a retailer's address. It reads no files or addresses other than its input.
 */
export function buildMailContent(
  { messageId, fromName, to, locale, writtenAt, ...message }: MailMessage,
  from: string,
) {
  const { subject, text, html, attachments, pictures = [], turnOffHref } = message
  return {
    messageId: `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: fromName, address: from },
    // An address as it is: a comma in it would otherwise split it in two.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: writtenAt,
    // Marks the mail as generated (RFC 3834), so that no out-of-office reply is sent.
    headers: {
      ...{ 'content-language': locale, 'auto-submitted': 'auto-generated' },
      ...(turnOffHref !== undefined && {
        'list-unsubscribe': `<${turnOffHref}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
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
