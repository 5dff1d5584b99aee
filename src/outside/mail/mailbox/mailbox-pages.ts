import { escapeHtml } from '#kit/server/escape-html.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { embedPictures } from '../embed-pictures.ts'
import type { ParsedMail } from '../parse-mail.ts'
import { type MailboxTexts, mailboxTexts } from './mailbox-texts.ts'
import type { NamedMessage } from './read-inbox.ts'

type MailboxPageInput = { letters: readonly NamedMessage[]; open?: NamedMessage; locale: Locale; basePath: string }

/** Renders the page of the mailbox: the list of sent messages, with one of them open. */
export function renderMailboxPage({ letters, open, locale, basePath }: MailboxPageInput): string {
  const texts = mailboxTexts[locale]
  const root = `${escapeHtml(basePath)}/demo/mail`
  const items = letters.map(
    (letter) => `
        <li><a href="${root}/${letter.name}"${letter.name === open?.name ? ' aria-current="page"' : ''}>
          <span class="subject">${escapeHtml(subjectOf(letter))}</span>
          <span class="detail">${letter.kind === 'sms' ? `<b>${escapeHtml(texts.sms)}</b> · ` : ''}${escapeHtml(letter.to)}</span>
          <time datetime="${isoOf(letter)}">${escapeHtml(formatInstant(letter.sentAt, locale))}</time>
        </a></li>`,
  )
  const list = items.length
    ? `<ul>${items.join('')}
      </ul>`
    : `<div class="none"><h2>${escapeHtml(texts.none)}</h2><p>${escapeHtml(texts.noneHint)}</p></div>`
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(open ? `${subjectOf(open)} · ${texts.title}` : texts.title)}</title>
    <link rel="stylesheet" href="${root}.css">
  </head>
  <body${open ? ' class="opened"' : ''}>
    <header>
      <div>
        <h1>${escapeHtml(texts.title)}</h1>
        <p>${escapeHtml(texts.promise)}</p>
      </div>
      <nav><a href="${root}">${escapeHtml(texts.reload)}</a> <a href="${escapeHtml(basePath)}/">${escapeHtml(texts.portal)}</a></nav>
    </header>
    <main>
      <section class="list">${list}</section>
      ${open ? renderMessage(open, { texts, locale, root }) : items.length ? `<p class="choose">${escapeHtml(texts.choose)}</p>` : ''}
    </main>
  </body>
</html>`
}

function renderMessage(
  letter: NamedMessage,
  { texts, locale, root }: { texts: MailboxTexts; locale: Locale; root: string },
) {
  const head = `
        <a class="back" href="${root}">${escapeHtml(texts.all)}</a>
        <h2>${escapeHtml(subjectOf(letter))}</h2>
        <p class="detail">${escapeHtml(texts.to.replace('{address}', letter.to))} · <time datetime="${isoOf(letter)}">${escapeHtml(formatInstant(letter.sentAt, locale))}</time></p>`
  if (letter.kind === 'sms')
    return `<article>${head}
        <p class="sms">${escapeHtml(letter.text)}</p>
      </article>`
  const files = letter.attachments.map(
    ({ fileName }, index) =>
      `<li><a href="${root}/${letter.name}/files/${index}" download>${escapeHtml(fileName)}</a></li>`,
  )
  return `<article>${head}
        ${files.length ? `<h3>${escapeHtml(texts.files)}</h3><ul class="files">${files.join('')}</ul>` : ''}
        <iframe src="${root}/${letter.name}/html" title="${escapeHtml(subjectOf(letter))}" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe>
        <details><summary>${escapeHtml(texts.plain)}</summary><pre>${escapeHtml(letter.text)}</pre></details>
      </article>`
}

/** Prepares the HTML of a mail for its frame, with its pictures embedded. Links open in place of the mailbox. */
export function prepareFrameHtml({ html, pictures }: ParsedMail): string {
  return embedPictures(html, pictures).replace('<head>', '<head><base target="_top">')
}

function subjectOf(letter: NamedMessage): string {
  return letter.kind === 'mail' ? letter.subject : letter.text.split('\n')[0]!
}

function isoOf({ sentAt }: NamedMessage): string {
  return Number.isNaN(sentAt.getTime()) ? '' : sentAt.toISOString()
}
