/** Each language in its own words. */
export const languages = { en: 'English', id: 'Bahasa Indonesia' } as const
