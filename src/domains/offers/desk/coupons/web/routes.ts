import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const couponDeskPages = [
  deskPage({
    path: '/operator/campaigns',
    roles: ['sales'],
    texts: ['desk-coupons'],
    title: 'desk-coupons.list.title',
    search: ['q', 'offset'],
    screen: 'offers/desk/coupons/campaigns-screen',
  }),
  deskPage({
    path: '/operator/campaigns/$id',
    roles: ['sales'],
    texts: ['desk-coupons'],
    title: 'desk-coupons.campaign.title',
    search: ['q', 'state', 'offset'],
    screen: 'offers/desk/coupons/campaign-screen',
  }),
]
