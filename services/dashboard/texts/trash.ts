import { noun, plural } from './plural.ts'

export const trash = {
  trash: 'Trash',
  keptFor30Days:
    'Deleted sites and keywords are kept for 30 days. They are not checked and do not count towards your plan; restored, they are back with their history.',
  sites: 'Sites',
  keywords: 'Keywords',
  keywordsOf: 'Deleted keywords',
  keywordsLower: noun('keyword'),
  site: 'Site',
  keyword: 'Keyword',
  deleted: 'Deleted',
  by: 'By',
  until: 'Kept until',
  aKey: 'an API key',
  theService: 'the service',
  noSites: 'No sites in the trash.',
  noKeywords: 'No keywords in the trash.',
  restore: 'Restore',
  restoreNamed: (domain: string) => `Restore ${domain}`,
  keywordsComeBack: 'A site’s keywords come back with it; those deleted before it stay in the trash.',
  allTrash: 'All of the trash',
  siteRestored: (domain: string) => `${domain} is back.`,
  restored: (count: number) =>
    `${plural(count, 'keyword is back', 'keywords are back')}, with ${count === 1 ? 'its' : 'their'} history.`,
  trackedAgain: (count: number) =>
    `${plural(count, 'keyword stays', 'keywords stay')} in the trash: the same is tracked again.`,
  noRoom: (count: number) => `${plural(count, 'keyword stays', 'keywords stay')} in the trash: your plan has no room.`,
}
