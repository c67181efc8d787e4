import { plural } from './plural.ts'

export const why = {
  pageChanged: 'Google shows another page of yours',
  passedYou: (host: string) => `${host} passed you`,
  andOthersPassedYou: (host: string, others: number) => `${host} and ${plural(others, 'other')} passed you`,
  appeared: (block: string) => `new on the page: ${block}`,
  nowShows: (page: string, before: string) => `Google shows ${page}, not ${before}`,
  nothingInOurData: 'Nothing in our data explains it',
  needsTwoPages: 'Needs two stored results pages',
  fellIn: (period: string) => `Fell in ${period}`,
  why: 'Why',
}
