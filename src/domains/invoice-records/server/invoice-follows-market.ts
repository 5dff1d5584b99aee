import { sql } from 'kysely'

/** Whether the product that an `invoice` names in its content follows the market. */
export const invoiceFollowsMarket = sql<boolean>`coalesce((
  select bool_and(is_dynamic) from product
  where coalesce(product.commercial_name, product.name) = invoice.content ->> 'productName'), false)`
