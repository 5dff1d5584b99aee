import { escapeHtml } from '#kit/server/escape-html.ts'
import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { MailContent } from './compose-mail.ts'

/**
 * Renders the HTML of a mail, with tables and inline styles, because that is what mail clients support. Nothing is
 * loaded from a server, so that opening a mail is not tracked; pictures are attached.
 */
export function renderHtmlMail(
  { subject, figure, paragraphs, action, href, footer, preferences, turnOff, easyReading, picture }: MailContent,
  { locale, brand }: { locale: Locale; brand: DocumentBrand },
): string {
  const button =
    href &&
    `<p style="margin:24px 0 0"><a href="${escapeHtml(href)}" style="display:inline-block;background:${brand.onCard};color:${brand.card};font-weight:600;font-size:16px;line-height:24px;padding:12px 24px;border-radius:10px;text-decoration:none">${escapeHtml(action!)}</a></p>`
  const drawn =
    picture &&
    `<p style="margin:0 0 8px"><img src="cid:${escapeHtml(picture.contentId)}" width="${picture.widthPx}" height="${picture.heightPx}" alt="${escapeHtml(picture.alternative)}" style="display:block;max-width:100%;height:auto;border-radius:8px"></p>\n<p style="margin:0 0 16px">${escapeHtml(picture.caption)}</p>`
  const links = [preferences, turnOff].filter((link) => link !== null)
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
.bg { background: #0c1110 !important }
.card { background: #161b1a !important }
.ink, .ink a { color: #f0f2ee !important }
.soft, .soft a { color: #c3c9c4 !important }
}
@media (max-width: 600px) {
.pad { padding-left: 24px !important; padding-right: 24px !important }
}
</style>
</head>
<body class="bg" style="margin:0;background:#eff2ed;font-family:'Instrument Sans',Arial,Helvetica,sans-serif;-webkit-text-size-adjust:100%">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="bg" style="background:#eff2ed"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="card" style="width:100%;max-width:600px;background:#ffffff;border-radius:20px;overflow:hidden">
<tr><td class="pad ink" style="padding:28px 40px;font-size:18px;font-weight:700;color:#141a18">${escapeHtml(brand.name)}</td></tr>
<tr><td class="pad" bgcolor="${brand.card}" style="background:${brand.card};color:${brand.onCard};padding:36px 40px">
<h1 style="margin:0;font-size:${figure ? 18 : 26}px;line-height:1.3;font-weight:600;color:${brand.onCard}">${escapeHtml(subject)}</h1>
${figure ? `<p style="margin:10px 0 0;font-size:48px;line-height:1.1;font-weight:600;letter-spacing:-0.5px;color:${brand.onCard}">${escapeHtml(figure)}</p>\n` : ''}${button ? `${button}\n` : ''}</td></tr>
<tr><td class="pad ink" style="padding:32px 40px 8px;font-size:16px;line-height:1.55;color:#141a18">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`).join('\n')}${drawn ? `\n${drawn}` : ''}
${easyReading ? `<p style="margin:0 0 16px"><a href="${escapeHtml(easyReading.href)}" style="color:#141a18">${escapeHtml(easyReading.label)}</a></p>\n` : ''}</td></tr>
<tr><td class="pad soft" style="padding:16px 40px 36px;font-size:14px;line-height:1.55;color:#4c5652">
${footer.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`).join('\n')}
${links.map(({ label, href }) => `<p style="margin:0 0 8px"><a href="${escapeHtml(href)}" style="color:#4c5652">${escapeHtml(label)}</a></p>\n`).join('')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
