/** Rich results that Google has ended; the markup itself stays valid schema.org. */
export type Retired = {
  title: string
  since: string
  types: readonly string[]
  /** All of these types are needed. */
  and?: readonly string[]
  except?: readonly string[]
  onlyWith?: readonly string[]
}

// developers.google.com/search/blog/2025/06/simplifying-search-results, and the documentation's changelog for the others.
export const retiredFeatures: readonly Retired[] = [
  { title: 'How-to', since: 'September 2023', types: ['HowTo'], except: ['Recipe'] },
  { title: 'FAQ', since: 'May 2026', types: ['FAQPage'] },
  { title: 'Book actions', since: 'June 2025', types: ['Book'], onlyWith: ['workExample', 'potentialAction'] },
  { title: 'Course info', since: 'June 2025', types: ['Course'], onlyWith: ['hasCourseInstance'] },
  { title: 'Fact check', since: 'June 2025', types: ['ClaimReview'] },
  { title: 'Estimated salary', since: 'June 2025', types: ['Occupation'], onlyWith: ['estimatedSalary'] },
  { title: 'Learning video', since: 'June 2025', types: ['VideoObject'], and: ['LearningResource'] },
  { title: 'Special announcement', since: 'June 2025', types: ['SpecialAnnouncement'] },
  { title: 'Vehicle listing', since: 'June 2025', types: ['Vehicle'], onlyWith: ['offers'] },
]
