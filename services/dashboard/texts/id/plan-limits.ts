import type { planLimits as english } from '../plan-limits.ts'
import { plural } from './plural.ts'

export const planLimits: typeof english = {
  limits: {
    sites: (count: number) => plural(count, 'situs'),
    keywords: (count: number) => plural(count, 'kata kunci'),
    callsPerDay: (count: number) => plural(count, 'panggilan API per hari'),
    collectsPerDay: (count: number) => plural(count, 'pembaruan data per hari'),
    competitors: (count: number) => plural(count, 'pesaing per situs'),
    prompts: (count: number) => plural(count, 'prompt AI'),
    crawlPages: (count: number) => plural(count, 'halaman per audit'),
    writingsPerMonth: (count: number) => plural(count, 'rencana dan artikel per bulan'),
    people: (count: number) => plural(count, 'orang'),
  },
  fit: 'muat',
  wereAdded: 'ditambahkan',
  fitOfWanted: (fit: string, wanted: string, outcome: string) => `${fit} dari ${wanted} ${outcome}; `,
  yourPlan: 'Paket Anda',
  inUse: (used: string) => `, ${used} terpakai`,
  includes: (plan: string, allowed: string, inUse: string) => `${plan} mencakup ${allowed}${inUse}.`,
  onlyActiveSitesCount: 'Situs yang melebihi batas tidak dihitung.',
  upgrade: 'Tingkatkan',
}
