import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from '#kit/web/link.tsx'

/** What may stand in words of the server; anything else stays as its text alone. */
const allowed = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'br'] as const

/** Words of the server, in a little markdown or in HTML of which only what is plain text is kept. */
export function ServerWords({ format, body }: { format: 'html' | 'markdown'; body: string }) {
  return <>{format === 'html' ? fromHtml(body) : fromMarkdown(body)}</>
}

function fromHtml(body: string): ReactNode {
  const { childNodes } = new DOMParser().parseFromString(body, 'text/html').body
  return [...childNodes].map(fromNode)
}

function fromNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || node.matches('script, style, template')) return null
  const inside = [...node.childNodes].map(fromNode)
  const href = node.getAttribute('href') ?? ''
  if (node.localName === 'a' && isSafe(href))
    return (
      <Link key={key} href={href}>
        {inside}
      </Link>
    )
  // The heading of the page stands above.
  const name = node.localName === 'h1' ? 'h2' : node.localName
  const kept = allowed.find((each) => each === name)
  if (!kept) return <Fragment key={key}>{inside}</Fragment>
  return kept === 'br' ? <br key={key} /> : createElement(kept, { key }, inside)
}

/** Headings, lists, paragraphs, strong words and links. */
function fromMarkdown(body: string): ReactNode {
  return body
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const heading = /^(#{1,6})\s+(.*)$/.exec(block)
      if (heading)
        return heading[1]!.length < 3 ? (
          <h2 key={block}>{inline(heading[2]!)}</h2>
        ) : (
          <h3 key={block}>{inline(heading[2]!)}</h3>
        )
      const lines = block.split('\n')
      if (lines.every((line) => /^[-*]\s/.test(line)))
        return (
          <ul key={block}>
            {lines.map((line) => (
              <li key={line}>{inline(line.slice(2))}</li>
            ))}
          </ul>
        )
      return <p key={block}>{inline(block)}</p>
    })
}

function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map((part, place) => {
    const strong = /^\*\*(.+)\*\*$/.exec(part)
    const link = /^\[(.+)\]\((.+)\)$/.exec(part)
    if (strong) return <b key={place}>{strong[1]}</b>
    if (link && isSafe(link[2]!))
      return (
        <Link key={place} href={link[2]!}>
          {link[1]}
        </Link>
      )
    return part
  })
}

/** Inside the portal, or safely out of it. */
function isSafe(href: string): boolean {
  return /^(https:\/\/|mailto:|tel:|\/(?!\/))/.test(href)
}
