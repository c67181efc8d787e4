export { isDue } from './rhythm.ts'
export { depthAround, type Reading } from './tracked-keywords.ts'

/** The marks by which pages are compared: a number for each host of the first ten results, how many results it has, and how deep it was read. */
export type PageMark = { hosts: number[]; count: number; depth: number }
/** The last believed page; `usual` is how many of the first ten hosts stay from one page to the next, null if unknown. */
export type Earlier = PageMark & { usual: number | null }
/** A page that waits for another that agrees with it; `source` is the name of its provider in the settings, `at` an ISO timestamp. */
export type DoubtedPage = PageMark & { source: string; at: string }
/** The looks at a page since the last regular one that was believed, and what they showed. */
export type Doubt = { looks: number; pages: DoubtedPage[] }

/** A site that reads a page: its domain, how deep it reads, and its latest rank; 0 is not found, null before the first check. */
export type Owner = { domain: string; depth: number; rank: number | null }
