import { pageDataId } from '#app/rendering-program.ts'

/** What is added to a rendered document: at the end of its head, and at the end of its body. */
export type PageAdditions = { head: string; body: string }

/** Returns a document with additions in their order. */
export function addToPage(html: string, additions: readonly Partial<PageAdditions>[]): string {
  const head = additions.map((each) => each.head ?? '').join('')
  const body = additions.map((each) => each.body ?? '').join('')
  const headEnd = Math.max(html.indexOf('</head>'), 0)
  const bodyEnd = html.includes('</body>') ? html.lastIndexOf('</body>') : html.length
  return html.slice(0, headEnd) + head + html.slice(headEnd, bodyEnd) + body + html.slice(bodyEnd)
}

/** Renders the element that contains the data of a page, which no text in it can end. */
export function renderPageData(json: string): string {
  return `<script type="application/json" id="${pageDataId}">${json.replaceAll('<', '\\u003c')}</script>`
}
