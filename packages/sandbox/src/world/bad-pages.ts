import { type OrganicResult, type Results, resultsFor } from './results-page.ts'
import { hash } from './seed.ts'

/**
 * Faults of pages that engines and providers gave to automated requests; docs/internals/provider-evidence.md has the reports. `withheld`: a success without
 * results and without a word; `emptied`: one that says that there are none; `poisoned`: other results; `sealed`: addresses that only
 * Google can open; `short`: the first four results; `repeated`: the first page again in the place of each second; `captcha`: the address of
 * Google's question in the place of results; `unusual`: the links of its page about unusual traffic; `respelled`: the results of another
 * spelling, also if the exact one was asked for.
 */
export const badPages = [
  'withheld',
  'emptied',
  'poisoned',
  'sealed',
  'short',
  'repeated',
  'captcha',
  'unusual',
  'respelled',
] as const
export type BadPage = (typeof badPages)[number]

const shortLength = 4
const google = 'www.google.com'
const captchaUrl = `https://${google}/sorry/index?continue=https://${google}/search`
const unusualTraffic = 'Our systems have detected unusual traffic from your computer network.'
const unusualUrls = ['https://support.google.com/websearch/answer/86640', `https://${google}/`]

/** `draw` distinguishes the poison of calls. */
export function spoiled(results: Results, kind: BadPage, draw: number): Results {
  const organic = spoiledOrganic(results, kind, draw)
  const shownFor = kind === 'respelled' && { shownFor: respelled(results.query.phrase) }
  return { ...results, ...shownFor, recorded: false, isWithheld: kind === 'withheld', organic }
}

function spoiledOrganic({ organic, query, day }: Results, kind: BadPage, draw: number): OrganicResult[] {
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
    case 'unusual':
      return unusualUrls.map((url) => {
        return { url, host: new URL(url).hostname, title: 'Sorry...', snippet: unusualTraffic }
      })
    case 'respelled':
      return resultsFor({ ...query, phrase: respelled(query.phrase) }, day).organic
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

function respelled(phrase: string): string {
  return `${phrase}s`
}

function sealedUrl(url: string): string {
  return `https://${google}/goto?url=CAES${Buffer.from(String(hash(url))).toString('base64url')}`
}
