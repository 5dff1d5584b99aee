import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBoot } from '#kit/web/portal.ts'
import type { HtmlElement } from '../api.ts'
import { type BlockGroup, isPaymentPath } from '../rules.ts'
import { HtmlBlocks } from './html-blocks.tsx'

type OperatorBlocksProps = {
  group: BlockGroup
  /** What stands there when the retailer has nothing for the place, or where invoices are paid. */
  otherwise?: ReactNode
}

/** The retailer's HTML for a place of the portal, as it came with the page. It never stands where invoices are paid. */
export function OperatorBlocks({ group, otherwise = null }: OperatorBlocksProps) {
  const all = useBoot().blocks as readonly HtmlElement[]
  const isPayment = useLocation({ select: ({ pathname }) => isPaymentPath(pathname) })
  const blocks = isPayment ? [] : all.filter(({ group_name }) => group_name === group)
  return blocks.length ? <HtmlBlocks blocks={blocks} /> : otherwise
}
