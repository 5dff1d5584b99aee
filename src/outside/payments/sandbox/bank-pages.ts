import { escapeHtml } from '#kit/server/escape-html.ts'
import { formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type BankTexts, bankTexts } from './bank-texts.ts'
import type { PaymentRow } from './sandbox-store.ts'

type QuestionPageInput = { payment: PaymentRow; payee: string; locale: Locale; action: string }

/**
 * Renders the page of the holder's bank: the payee and the amount (RTS on strong authentication, article 5), and the
 * question.
 */
export function renderQuestionPage({ payment, payee, locale, action }: QuestionPageInput): string {
  const texts = bankTexts[locale]
  if (payment.status !== 'requires_action') return renderPage(locale, texts, `<p>${escapeHtml(texts.over)}</p>`)
  return renderPage(
    locale,
    texts,
    `<p>${escapeHtml(payee)} · ${escapeHtml(payment.description)}</p>
    <p class="amount">${escapeHtml(formatMoney(payment.amount_cents, locale))}</p>
    <form method="post" action="${escapeHtml(action)}">
      <button name="answer" value="approve">${escapeHtml(texts.approve)}</button>
      <button name="answer" value="refuse">${escapeHtml(texts.refuse)}</button>
    </form>
    <p class="note">${escapeHtml(texts.test)}</p>`,
  )
}

/** Renders the content of the frame after the holder has answered, until the portal removes it. */
export function renderAnsweredPage(locale: Locale): string {
  const texts = bankTexts[locale]
  return renderPage(locale, texts, `<p>${escapeHtml(texts.answered)}</p>`, ' data-answered')
}

function renderPage(locale: Locale, texts: BankTexts, content: string, bodyAttribute = ''): string {
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(texts.title)}</title>
    <link rel="stylesheet" href="../frame/bank.css">
    <script type="module" src="../frame/bank.js"></script>
  </head>
  <body${bodyAttribute}>
    <h1>${escapeHtml(texts.title)}</h1>
    ${content}
  </body>
</html>`
}
