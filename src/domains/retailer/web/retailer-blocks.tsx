import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBoot } from '#kit/web/portal.ts'
import type { HtmlElement } from '../api.ts'
import { type BlockGroup, isPaymentPath } from '../rules.ts'
import { HtmlBlocks } from './html-blocks.tsx'

type RetailerBlocksProps = {
  group: BlockGroup
  /** Shown if the retailer has nothing for the place, or where invoices are paid. */
  fallback?: ReactNode
}

/**
 * Shows the retailer's HTML for a place of the portal, as it came with the page. It is never shown where invoices are
 * paid.
 */
export function RetailerBlocks({ group, fallback = null }: RetailerBlocksProps) {
  const all = useBoot().blocks as readonly HtmlElement[]
  const isPayment = useLocation({ select: ({ pathname }) => isPaymentPath(pathname) })
  const blocks = isPayment ? [] : all.filter(({ group_name }) => group_name === group)
  return blocks.length ? <HtmlBlocks blocks={blocks} /> : fallback
}
