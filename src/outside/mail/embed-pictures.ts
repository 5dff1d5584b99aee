import { escapeHtml } from '#kit/server/escape-html.ts'
import type { MailMessage } from './mail-sender.ts'

/** Returns the HTML of a mail with its pictures in it instead of attached, for a browser. */
export function embedPictures(
  html: string,
  pictures: readonly Pick<NonNullable<MailMessage['pictures']>[number], 'contentId' | 'content'>[],
): string {
  return pictures.reduce(
    (text, { contentId, content }) =>
      text.replaceAll(`"cid:${escapeHtml(contentId)}"`, `"data:image/png;base64,${content.toString('base64')}"`),
    html,
  )
}
