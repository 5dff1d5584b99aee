import type { Locale } from '#kit/locale.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { type BankTexts, bankTexts } from './bank-texts.ts'
import type { PaymentRow } from './books.ts'

type Asked = { payment: PaymentRow; payee: string; locale: Locale; action: string }

/** The page of the holder's bank: who is paid how much (RTS on strong authentication, article 5), and the question. */
export function questionPage({ payment, payee, locale, action }: Asked): string {
  const texts = bankTexts[locale]
  if (payment.status !== 'requires_action') return pageOf(locale, texts, `<p>${escapeHtml(texts.over)}</p>`)
  return pageOf(
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

/** What is left in the frame once the holder has answered, until the portal takes it away. */
export function answeredPage(locale: Locale): string {
  const texts = bankTexts[locale]
  return pageOf(locale, texts, `<p>${escapeHtml(texts.answered)}</p>`, ' data-answered')
}

function pageOf(locale: Locale, texts: BankTexts, content: string, bodyAttribute = ''): string {
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
