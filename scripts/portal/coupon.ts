import { findCampaignsOn, issueCoupons } from '#domains/offers/server/issue-coupons.ts'
import { parseId } from '#kit/parse-id.ts'
import { isMarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type Command, CommandError } from '../command.ts'
import { unknownUserError } from './unknown-user.ts'

export const couponCommand: Command = {
  name: 'coupon',
  parameters: 'CAMPAIGN USER [LAST_DAY]',
  summary: 'Issues a code of a campaign, valid for one contract, to each contract holder that a user manages.',
  async run({ words, db, now }) {
    const [number = '', login, lastDay, ...others] = words
    const campaignId = parseId(number)
    const isComplete = campaignId !== undefined && login !== undefined && others.length === 0
    if (!isComplete || (lastDay !== undefined && !isMarketDay(lastDay)))
      throw new CommandError(
        'coupon takes a CAMPAIGN, a USER and optionally a LAST_DAY, e.g. coupon 2 anna 2027-03-31.',
      )
    const today = marketDayOf(now, 'Europe/Madrid')
    if (lastDay !== undefined && lastDay < today) throw new CommandError(`${lastDay} is in the past.`)
    const campaigns = await findCampaignsOn(db, today)
    if (!campaigns.some(({ id }) => id === campaignId)) {
      const available = campaigns.map(({ id, name }) => `${id} (${name})`).join(', ')
      throw new CommandError(`There is no campaign ${number} today. There are: ${available || 'none'}.`)
    }
    const issued = await issueCoupons(db, { campaignId: Number(number), login, lastDay: lastDay ?? null, now })
    if (issued.length === 0) throw unknownUserError(login)
    return issued.map(({ code, holder }) => `${code} for ${holder}`).join('\n')
  },
}
