import { deskPage } from '#desks/common/web/desk-page.ts'

export const couponDeskPages = [
  deskPage({
    path: '/operator/campaigns',
    roles: ['sales'],
    texts: ['desk-coupons'],
    title: 'desk-coupons.list.title',
    search: ['q', 'offset'],
    screen: 'coupons/campaigns-screen',
  }),
  deskPage({
    path: '/operator/campaigns/$id',
    roles: ['sales'],
    texts: ['desk-coupons'],
    title: 'desk-coupons.campaign.title',
    search: ['q', 'state', 'offset'],
    screen: 'coupons/campaign-screen',
  }),
]
