import { normsOf } from './norm.ts'

/** Non-payment of electricity by households: a natural person in their main home with up to 10 kW. */
export const nonPaymentNorms = normsOf(
  {
    law: 'RD 897/2017',
    source: 'BOE-A-2017-11505',
    energy: 'electricity',
    topic: 'household',
    validFrom: '2017-10-08',
  },
  [
    { kind: 'repeated_demand', code: 'nonPayment.repeatedDemand', article: '19.3', term: [7, 'working_days'] },
    { kind: 'community_list', code: 'nonPayment.communityList', article: '19.4', term: [7, 'days'] },
    { kind: 'suspension', code: 'nonPayment.suspension', article: '19.2', term: [2, 'months'] },
    {
      kind: 'suspension',
      code: 'nonPayment.suspensionSocialBonus',
      article: '20',
      topic: 'social_bonus',
      term: [4, 'months'],
    },
    { kind: 'suspension_notice', code: 'nonPayment.suspensionNotice', article: '19.5', term: [15, 'working_days'] },
  ],
)
