import type { ResultsPage } from '../world/world.ts'
import { countryOfName } from './dataforseo/location.ts'
import { displayedLink } from './provider.ts'

export function linkedResults({ organic }: ResultsPage) {
  return organic.map(({ title, url: link, shown = link, host: domain, snippet }, i) => {
    return { position: i + 1, title, link, domain, displayed_link: displayedLink(shown), snippet }
  })
}

export function questionsOf({ questions }: ResultsPage) {
  return questions.map(({ question, answer, title, url: link }) => ({ question, answer, source: { title, link } }))
}

export function videosOf({ videos }: ResultsPage) {
  return videos.map(({ title, url: link }, i) => ({ position: i + 1, title, link }))
}

export function referencesOf({ overview }: ResultsPage) {
  return overview?.citations.map(({ title, url: link }, index) => ({ index, title, link })) ?? []
}

/** `Austin,Texas,United States` ends with a country; providers refuse any other. */
export function isPlace(name: string | undefined): boolean {
  return name === undefined || countryOfName(name) !== null
}
