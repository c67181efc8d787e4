/**
 * Google's list of symbols that a keyword cannot hold, as DataForSEO repeats it, with characters of four bytes and the bounds of a
 * keyword (dataforseo.com/help-center, "Using symbols in keywords when setting a Google Ads API task", November 2026). One such
 * keyword fails the whole call.
 */
const refused = /[,!@%^()={};~`<>?\\|―\u{10000}-\u{10ffff}]/u

export function refusedByPlanner(keyword: string): boolean {
  return refused.test(keyword) || keyword.length > 80 || keyword.split(' ').length > 10
}
