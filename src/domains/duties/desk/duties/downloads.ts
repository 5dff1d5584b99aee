import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { dutyFilters } from './filters.ts'
import { dutyRoles } from './roles.ts'

export const exportDuties = call({
  method: 'GET',
  path: '/operator/duties/export.csv',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: dutyRoles,
  query: z.strictObject(dutyFilters),
  reply: 'file',
  summary: 'Exports the same duties as CSV; each export is recorded with its operator',
})
