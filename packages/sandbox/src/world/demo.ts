/** The site of the demo account, and those that it is compared with: reserved names. */
export const demoSite = 'demo.sandbox.example'
export const demoRivals = ['rival-one.example', 'rival-two.example', 'rival-three.example'] as const
export const demoHosts: readonly string[] = [demoSite, ...demoRivals]

/** The topics of these sites; each site has a page on each topic. */
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
