/** A parsed mail. */
export type ParsedMail = {
  from: string
  to: string
  subject: string
  sentAt: Date
  messageId: string
  text: string
  html: string
  attachments: { fileName: string; content: Buffer }[]
  /** The pictures that the HTML refers to by `cid:` and the id. */
  pictures: { contentId: string; content: Buffer }[]
}

/**
 * Parses a mail in the form in which ours are written: UTF-8 in every part, one plain text, one HTML with its pictures,
 * and attachments.
 */
export function parseMail(raw: Buffer): ParsedMail {
  const root = parsePart(raw.toString('latin1'))
  const leaves = leavesOf(root)
  const textOf = (type: string) => {
    const leaf = leaves.find((part) => part.type === type && !part.fileName)
    return leaf ? contentOf(leaf).toString('utf8') : ''
  }
  return {
    from: decodeHeaderWords(root.headers.get('from') ?? ''),
    to: decodeHeaderWords(root.headers.get('to') ?? ''),
    subject: decodeHeaderWords(root.headers.get('subject') ?? ''),
    sentAt: new Date(root.headers.get('date') ?? 0),
    messageId: root.headers.get('message-id') ?? '',
    text: textOf('text/plain').replaceAll('\r\n', '\n'),
    html: textOf('text/html'),
    attachments: leaves.flatMap((part) =>
      part.fileName ? [{ fileName: part.fileName, content: contentOf(part) }] : [],
    ),
    pictures: leaves.flatMap((part) => {
      const contentId = /^<(.+)>$/.exec(part.headers.get('content-id') ?? '')?.[1]
      return contentId && part.type === 'image/png' ? [{ contentId, content: contentOf(part) }] : []
    }),
  }
}

/** A part of a mail, one character per byte. */
type MailPart = { headers: Map<string, string>; type: string; boundary?: string; fileName?: string; body: string }

function parsePart(source: string): MailPart {
  const end = source.indexOf('\r\n\r\n')
  const unfolded = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const headers = new Map(
    unfolded.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const contentType = headers.get('content-type') ?? 'text/plain'
  const parameter = (name: string) => new RegExp(`;\\s*${name}="?([^";]+)"?`, 'i').exec(contentType)?.[1]
  const isAttached = /^attachment/i.test(headers.get('content-disposition') ?? '')
  return {
    headers,
    type: contentType.split(';')[0]!.trim().toLowerCase(),
    boundary: parameter('boundary'),
    fileName: isAttached ? decodeHeaderWords(parameter('name') ?? 'file') : undefined,
    body: source.slice(end + 4),
  }
}

/** Returns the parts without subparts. */
function leavesOf(part: MailPart): MailPart[] {
  if (!part.boundary) return [part]
  const [, ...pieces] = `\r\n${part.body}`.split(`\r\n--${part.boundary}`)
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leavesOf(parsePart(piece.replace(/^[ \t]*\r\n/, ''))))
}

function contentOf({ headers, body }: MailPart): Buffer {
  switch (headers.get('content-transfer-encoding')?.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64')
    case 'quoted-printable':
      return decodeQuotedPrintable(body.replace(/=\r\n/g, ''))
    default:
      return Buffer.from(body, 'latin1')
  }
}

function decodeQuotedPrintable(text: string): Buffer {
  const bytes = text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

// RFC 2047. A character may be split across two encoded words, so the bytes of a run are joined first.
function decodeHeaderWords(value: string): string {
  return value.replace(/=\?utf-8\?[bq]\?[^?]*\?=(?:\s+=\?utf-8\?[bq]\?[^?]*\?=)*/gi, (run) =>
    Buffer.concat(
      [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, coding, word]) =>
        coding!.toLowerCase() === 'b'
          ? Buffer.from(word!, 'base64')
          : decodeQuotedPrintable(word!.replaceAll('_', ' ')),
      ),
    ).toString('utf8'),
  )
}
