import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const offerDeskPages = [
  deskPage({
    path: '/operator/products',
    roles: ['sales', 'money'],
    texts: ['desk-products'],
    title: 'desk-products.list.title',
    search: ['q', 'energy', 'show', 'offset'],
    screen: 'offers/desk/products/products-screen',
  }),
  deskPage({
    path: '/operator/products/$id',
    roles: ['sales', 'money'],
    texts: ['desk-products', 'desk-approvals'],
    title: 'desk-products.product.title',
    screen: 'offers/desk/products/product-screen',
  }),
]
