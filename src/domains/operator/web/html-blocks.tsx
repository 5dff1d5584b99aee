import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { HtmlElement } from '../api.ts'
import { blockLength } from '../rules.ts'
import styles from './html-blocks.module.css'

type Block = Pick<HtmlElement, 'id' | 'html_block' | 'block_height' | 'block_width'>

/**
 * Blocks of HTML of the retailer, in their order. Their sizes stand in a style element, because the policy of the pages
 * allows no style attributes; a block grows where its text needs more height and is never wider than its place.
 */
export function HtmlBlocks({ blocks }: { blocks: readonly Block[] }) {
  const router = useRouter()
  const { nonce } = router.options.ssr ?? {}
  const sizes = blocks.map(sizeRule).join('')

  // A link into the portal is followed as the portal's own are: without loading it anew, in the visitor's language.
  function followInside(event: MouseEvent) {
    const href = insideAddress(event)
    if (!href) return
    event.preventDefault()
    void router.navigate({ href })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside take the keys.
    <div className={styles.blocks} onClick={followInside}>
      {sizes && (
        <style nonce={nonce} suppressHydrationWarning>
          {sizes}
        </style>
      )}
      {blocks.map((block) => (
        <div
          key={block.id}
          className={`${styles.block} ${classOf(block)}`}
          // The server has cleaned it (server/clean-html.ts).
          dangerouslySetInnerHTML={{ __html: block.html_block }}
        />
      ))}
    </div>
  )
}

function classOf({ id }: Block): string {
  return `html-block-${id}`
}

function sizeRule(block: Block): string {
  const height = blockLength(block.block_height)
  const width = blockLength(block.block_width)
  if (!height && !width) return ''
  return `.${classOf(block)}{${height ? `min-height:${height};` : ''}${width ? `width:${width};` : ''}}`
}

/** Where a click on a link leads inside the portal; null for any other click, and for those that open another window. */
function insideAddress({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  const href = (target as Element).closest('a')?.getAttribute('href')
  return href?.startsWith('/') && button === 0 && !(metaKey || ctrlKey || shiftKey || altKey) ? href : null
}
