import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from '#kit/web/navigation/link.tsx'

/** The elements allowed in server texts; any other is reduced to its text. */
const allowedTags = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'br'] as const

/** Renders a server text, in simple markdown or in HTML reduced to text elements. */
export function ServerText({ format, body }: { format: 'html' | 'markdown'; body: string }) {
  return <>{format === 'html' ? renderHtml(body) : renderMarkdown(body)}</>
}

function renderHtml(body: string): ReactNode {
  const { childNodes } = new DOMParser().parseFromString(body, 'text/html').body
  return [...childNodes].map(renderNode)
}

function renderNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || node.matches('script, style, template')) return null
  const inside = [...node.childNodes].map(renderNode)
  const href = node.getAttribute('href') ?? ''
  if (node.localName === 'a' && isSafe(href))
    return (
      <Link key={key} href={href}>
        {inside}
      </Link>
    )
  // The page's own heading is above.
  const name = node.localName === 'h1' ? 'h2' : node.localName
  const tag = allowedTags.find((each) => each === name)
  if (!tag) return <Fragment key={key}>{inside}</Fragment>
  return tag === 'br' ? <br key={key} /> : createElement(tag, { key }, inside)
}

/** Renders headings, lists, paragraphs, bold text and links. */
function renderMarkdown(body: string): ReactNode {
  return body
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const heading = /^(#{1,6})\s+(.*)$/.exec(block)
      if (heading)
        return heading[1]!.length < 3 ? (
          <h2 key={block}>{renderInline(heading[2]!)}</h2>
        ) : (
          <h3 key={block}>{renderInline(heading[2]!)}</h3>
        )
      const lines = block.split('\n')
      if (lines.every((line) => /^[-*]\s/.test(line)))
        return (
          <ul key={block}>
            {lines.map((line) => (
              <li key={line}>{renderInline(line.slice(2))}</li>
            ))}
          </ul>
        )
      return <p key={block}>{renderInline(block)}</p>
    })
}

function renderInline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map((part, index) => {
    const strong = /^\*\*(.+)\*\*$/.exec(part)
    const link = /^\[(.+)\]\((.+)\)$/.exec(part)
    if (strong) return <b key={index}>{strong[1]}</b>
    if (link && isSafe(link[2]!))
      return (
        <Link key={index} href={link[2]!}>
          {link[1]}
        </Link>
      )
    return part
  })
}

/** Accepts paths inside the portal, and external links by https, mailto or tel. */
function isSafe(href: string): boolean {
  return /^(https:\/\/|mailto:|tel:|\/(?!\/))/.test(href)
}
