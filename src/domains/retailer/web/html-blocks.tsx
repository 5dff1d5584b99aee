import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { HtmlElement } from '../api.ts'
import { parseBlockLength } from '../rules.ts'
import styles from './html-blocks.module.css'

type HtmlBlock = Pick<HtmlElement, 'id' | 'html_block' | 'block_height' | 'block_width'>

/**
 * Shows the retailer's HTML blocks in order. Their sizes are in a style element, because the policy of the pages allows
 * no style attributes. A block grows with its text and is never wider than its container.
 */
export function HtmlBlocks({ blocks }: { blocks: readonly HtmlBlock[] }) {
  const router = useRouter()
  const { nonce } = router.options.ssr ?? {}
  const sizes = blocks.map(sizeRule).join('')

  // Links into the portal navigate like the portal's own: without a page load, in the visitor's language.
  function navigateInPortal(event: MouseEvent) {
    const href = portalHrefOf(event)
    if (!href) return
    event.preventDefault()
    void router.navigate({ href })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside take the keys.
    <div className={styles.blocks} onClick={navigateInPortal}>
      {sizes && (
        <style nonce={nonce} suppressHydrationWarning>
          {sizes}
        </style>
      )}
      {blocks.map((block) => (
        <div
          key={block.id}
          className={`${styles.block} ${classOf(block)}`}
          // Cleaned by the server (server/clean-html.ts).
          dangerouslySetInnerHTML={{ __html: block.html_block }}
        />
      ))}
    </div>
  )
}

function classOf({ id }: HtmlBlock): string {
  return `html-block-${id}`
}

function sizeRule(block: HtmlBlock): string {
  const height = parseBlockLength(block.block_height)
  const width = parseBlockLength(block.block_width)
  if (!height && !width) return ''
  return `.${classOf(block)}{${height ? `min-height:${height};` : ''}${width ? `width:${width};` : ''}}`
}

/**
 * Returns the portal path that a click on a link leads to. Null for any other click, and for those that open another
 * window.
 */
function portalHrefOf({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  const href = (target as Element).closest('a')?.getAttribute('href')
  return href?.startsWith('/') && button === 0 && !(metaKey || ctrlKey || shiftKey || altKey) ? href : null
}
