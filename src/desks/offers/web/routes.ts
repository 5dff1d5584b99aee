import { deskPage } from '#desks/common/web/desk-page.ts'

export const offerDeskPages = [
  deskPage({
    path: '/operator/products',
    roles: ['sales', 'money'],
    texts: ['desk-offers'],
    title: 'desk-offers.list.title',
    search: ['q', 'energy', 'show', 'offset'],
    screen: 'offers/products-screen',
  }),
  deskPage({
    path: '/operator/products/$id',
    roles: ['sales', 'money'],
    texts: ['desk-offers', 'desk-approvals'],
    title: 'desk-offers.product.title',
    screen: 'offers/product-screen',
  }),
]
