import { randomBytes } from 'node:crypto'
import {
  type ProgramPaths,
  type ProgramTexts,
  pageDataId,
  type RenderedPage,
  type RenderingProgram,
  type RenderRequest,
} from '#app/rendering-program.ts'
import type { TransportRequest } from '#kit/web/send.ts'
import { listStyleNames } from './first-styles.ts'

/** A document as bytes, with holes for what differs from one response to the next. */
export type PageTemplate = readonly (Uint8Array<ArrayBuffer> | keyof PageAdditions | 'nonce')[]

/** What is added to a document: at the end of its head, at the start of its body, and at the end of that. */
export type PageAdditions = { head: string; bodyStart: string; body: string }

/** The response to a call of a page, as bytes: text of this size would be garbage of the thread that answers all calls. */
export type InternalResponse = { status: number; body: Uint8Array }

/** A page to render; the nonce is filled in when the page is sent. */
export type TemplateRequest = Omit<RenderRequest, 'nonce' | 'transport'> & {
  /** Sends a call within the server. */
  transport: (request: TransportRequest) => Promise<InternalResponse>
}

/**
 * A page as a template that contains its data, with the names by which it is styled, or what kept it from being
 * rendered: too many others, for example.
 */
export type TemplatedPage =
  | { kind: 'page'; status: number; title: string; routeIds: string[]; styleNames: string[]; template: PageTemplate }
  | Exclude<RenderedPage, { kind: 'page' }>
  | { kind: 'busy' }

/** A program as the server uses it. */
export type ServerProgram = ProgramPaths &
  ProgramTexts & { renderPage(request: TemplateRequest): Promise<TemplatedPage> }

/** Renders a page of a program as a template. */
export async function renderTemplate(
  program: Pick<RenderingProgram, 'renderPage'>,
  request: TemplateRequest,
): Promise<TemplatedPage> {
  // Cannot be guessed, so that no text of a page contains it.
  const placeholder = randomBytes(16).toString('base64')
  const transport = async (call: TransportRequest) => {
    const { status, body } = await request.transport(call)
    return { status, text: decoder.decode(body) }
  }
  const page = await program.renderPage({ ...request, transport, nonce: placeholder })
  if (page.kind !== 'page') return page
  const { status, routeIds, html, data, texts } = page
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const styleNames = listStyleNames(html)
  return {
    kind: 'page',
    status,
    title,
    routeIds,
    styleNames,
    template: createTemplate(html, { data, texts, placeholder }),
  }
}

const decoder = new TextDecoder()
const bodyTag = '<body>'

/** Creates a template of a document, with its data as JSON, and the URL of its texts, at the end of its body. */
export function createTemplate(
  html: string,
  { data, texts, placeholder }: { data: string; texts?: string; placeholder: string },
): PageTemplate {
  const bytes = encode(html)
  const headEnd = Math.max(bytes.indexOf('</head>'), 0)
  const bodyStart = bytes.includes(bodyTag) ? bytes.indexOf(bodyTag) + bodyTag.length : headEnd
  const bodyEnd = bytes.includes('</body>') ? bytes.lastIndexOf('</body>') : bytes.length
  return [
    ...splitAtNonces(bytes.subarray(0, headEnd), placeholder),
    'head',
    ...splitAtNonces(bytes.subarray(headEnd, bodyStart), placeholder),
    'bodyStart',
    ...splitAtNonces(bytes.subarray(bodyStart, bodyEnd), placeholder),
    encode(renderPageData(data, texts)),
    'body',
    ...splitAtNonces(bytes.subarray(bodyEnd), placeholder),
  ]
}

/** Fills in a template. */
export function fillTemplate(
  template: PageTemplate,
  { nonce, additions }: { nonce: string; additions: readonly Partial<PageAdditions>[] },
): Buffer {
  const join = (place: keyof PageAdditions) => additions.map((each) => each[place] ?? '').join('')
  const values = {
    nonce: Buffer.from(nonce),
    head: Buffer.from(join('head')),
    bodyStart: Buffer.from(join('bodyStart')),
    body: Buffer.from(join('body')),
  }
  return Buffer.concat(template.map((part) => (typeof part === 'string' ? values[part] : part)))
}

/** Returns the size of a template in bytes. */
export function sizeOfTemplate(template: PageTemplate): number {
  return template.reduce((size, part) => size + part.length, 0)
}

// In memory of its own, which one thread can hand over to another.
function encode(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(new TextEncoder().encode(text).buffer)
}

function splitAtNonces(bytes: Buffer<ArrayBuffer>, placeholder: string): PageTemplate {
  const parts: (Buffer<ArrayBuffer> | 'nonce')[] = []
  let start = 0
  for (let end = bytes.indexOf(placeholder); end >= 0; end = bytes.indexOf(placeholder, start)) {
    parts.push(bytes.subarray(start, end), 'nonce')
    start = end + placeholder.length
  }
  return [...parts, bytes.subarray(start)]
}

// No text in the data can end the element.
function renderPageData(json: string, texts: string | undefined): string {
  const textsAttribute = texts ? ` data-texts="${texts}"` : ''
  return `<script type="application/json" id="${pageDataId}"${textsAttribute}>${json.replaceAll('<', '\\u003c')}</script>`
}
