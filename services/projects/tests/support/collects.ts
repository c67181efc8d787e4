import { subjectOf } from '@rts/shared/derive/subjects'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Msg } from 'nats'

/** The gateway's count of the day's collects. */
export function playCollects(nats: ServiceParts['nats']) {
  const quota = {
    left: 1_000,
    taken: [] as string[],
    givenBack: [] as string[],
    /** Answers an error instead. */
    isAway: false,
    /** Runs once between the count and the answer. */
    meanwhile: async () => {},
  }
  const tokensIn = (message: Msg): string[] => Object(JSON.parse(message.string())).body.tokens
  nats.subscribe(subjectOf('collects.take'), {
    callback: async (_error, message) => {
      if (quota.isAway) return message.respond(JSON.stringify({ problem: { code: 'unavailable' } }))
      const tokens = tokensIn(message)
      const counted = tokens.slice(0, quota.left)
      quota.taken.push(...counted)
      quota.left -= counted.length
      await quota.meanwhile()
      quota.meanwhile = async () => {}
      message.respond(JSON.stringify({ ok: { taken: tokens.map((_token, i) => i < counted.length) } }))
    },
  })
  nats.subscribe(subjectOf('collects.giveBack'), {
    callback: (_error, message) => {
      const tokens = tokensIn(message)
      quota.givenBack.push(...tokens)
      message.respond(JSON.stringify({ ok: { givenBack: tokens.length } }))
    },
  })
  return quota
}
