import type { OrganicResult, Results } from './results-page.ts'
import { hash } from './seed.ts'

/**
 * Faults of pages that engines and providers gave to automated requests; docs/providers.md has the reports. `withheld`: a success without
 * results and without a word; `emptied`: one that says that there are none; `poisoned`: other results; `sealed`: addresses that only
 * Google can open; `short`: the first four results; `repeated`: the first page again in the
 * place of each second; `captcha`: the address of Google's question in the place of results.
 */
export const badPages = ['withheld', 'emptied', 'poisoned', 'sealed', 'short', 'repeated', 'captcha'] as const
export type BadPage = (typeof badPages)[number]

const shortLength = 4
const google = 'www.google.com'
const captchaUrl = `https://${google}/sorry/index?continue=https://${google}/search`

/** Results as a bad page has them; `draw` tells the poison of one call from that of another. */
export function spoiled(results: Results, kind: BadPage, draw: number): Results {
  return { ...results, recorded: false, isWithheld: kind === 'withheld', organic: spoiledOrganic(results, kind, draw) }
}

function spoiledOrganic({ organic, query }: Results, kind: BadPage, draw: number): OrganicResult[] {
  switch (kind) {
    case 'withheld':
    case 'emptied':
      return []
    case 'short':
      return organic.slice(0, shortLength)
    case 'repeated':
      return organic.map((each, i) => organic[i % 10] ?? each)
    case 'captcha':
      return organic.slice(0, 1).map((first) => ({ ...first, url: captchaUrl, host: google }))
    case 'sealed':
      return organic.map((each) => ({ ...each, url: sealedUrl(each.url), shown: each.url }))
    case 'poisoned':
      return organic.map((each, i) => {
        const host = `www.guide-${hash(query.phrase, 'poison', String(draw), String(i)).toString(36)}.net`
        return { ...each, host, url: `https://${host}/` }
      })
    default: {
      const missing: never = kind
      throw new Error(`unknown kind of page ${missing}`)
    }
  }
}

function sealedUrl(url: string): string {
  return `https://${google}/goto?url=CAES${Buffer.from(String(hash(url))).toString('base64url')}`
}
