/** A mail as it is read. */
export type ReadMail = {
  from: string
  to: string
  subject: string
  sentAt: Date
  messageId: string
  text: string
  html: string
  attachments: { fileName: string; content: Buffer }[]
  /** What its HTML shows by `cid:` and the id. */
  pictures: { contentId: string; content: Buffer }[]
}

/** Reads a mail as ours are written: UTF-8 in every part, one plain text, one HTML with its pictures, and files. */
export function readMail(raw: Buffer): ReadMail {
  const whole = partOf(raw.toString('latin1'))
  const leaves = leavesOf(whole)
  const textOf = (type: string) => {
    const leaf = leaves.find((part) => part.type === type && !part.fileName)
    return leaf ? contentOf(leaf).toString('utf8') : ''
  }
  return {
    from: decodedWords(whole.headers.get('from') ?? ''),
    to: decodedWords(whole.headers.get('to') ?? ''),
    subject: decodedWords(whole.headers.get('subject') ?? ''),
    sentAt: new Date(whole.headers.get('date') ?? 0),
    messageId: whole.headers.get('message-id') ?? '',
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

/** Part of a mail, one sign per byte. */
type Part = { headers: Map<string, string>; type: string; boundary?: string; fileName?: string; body: string }

function partOf(source: string): Part {
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
    fileName: isAttached ? decodedWords(parameter('name') ?? 'file') : undefined,
    body: source.slice(end + 4),
  }
}

/** The parts that have no parts. */
function leavesOf(part: Part): Part[] {
  if (!part.boundary) return [part]
  const [, ...pieces] = `\r\n${part.body}`.split(`\r\n--${part.boundary}`)
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leavesOf(partOf(piece.replace(/^[ \t]*\r\n/, ''))))
}

function contentOf({ headers, body }: Part): Buffer {
  switch (headers.get('content-transfer-encoding')?.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64')
    case 'quoted-printable':
      return quotedPrintable(body.replace(/=\r\n/g, ''))
    default:
      return Buffer.from(body, 'latin1')
  }
}

function quotedPrintable(text: string): Buffer {
  const bytes = text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

// RFC 2047. A sign may lie on both sides of the border of two words, so the bytes of a run are put together first.
function decodedWords(value: string): string {
  return value.replace(/=\?utf-8\?[bq]\?[^?]*\?=(?:\s+=\?utf-8\?[bq]\?[^?]*\?=)*/gi, (run) =>
    Buffer.concat(
      [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, coding, word]) =>
        coding!.toLowerCase() === 'b' ? Buffer.from(word!, 'base64') : quotedPrintable(word!.replaceAll('_', ' ')),
      ),
    ).toString('utf8'),
  )
}
