/** The site of the demo account, and those that it is compared with: names that nobody can register. */
export const demoSite = 'demo.sandbox.example'
export const demoRivals = ['rival-one.example', 'rival-two.example', 'rival-three.example'] as const
export const demoHosts: readonly string[] = [demoSite, ...demoRivals]

/** What these sites are about; each has a page on each of them. */
export const demoTopics = [
  'pour over coffee',
  'single origin beans',
  'decaf coffee',
  'moka pot',
  'milk frother',
  'travel mug',
] as const

const trackedForms = ['{p}', 'best {p}', '{p} reviews', '{p} online', '{p} for beginners'] as const
/** The demo site has nothing for these: what its rivals win with them is its gap. */
const missedForms = ['cheap {p}', '{p} sale'] as const

export type DemoPhrase = { phrase: string; topic: string; isTracked: boolean }

/** The phrases on whose results pages these sites stand: thirty that the demo account tracks, and twelve that it does not. */
export const demoPhrases: readonly DemoPhrase[] = demoTopics.flatMap((topic) => [
  ...trackedForms.map((form) => ({ phrase: form.replace('{p}', topic), topic, isTracked: true })),
  ...missedForms.map((form) => ({ phrase: form.replace('{p}', topic), topic, isTracked: false })),
])

/** The path of a site's page on a topic. */
export function topicPath(topic: string): string {
  return `/${topic.replaceAll(' ', '-')}`
}
