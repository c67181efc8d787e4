import { subjectOf } from '@rts/shared/derive/subjects'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Msg } from 'nats'

/** The gateway's count of the day's collects. */
export function playCollects(nats: ServiceParts['nats']) {
  const played = {
    left: 1_000,
    taken: [] as string[],
    givenBack: [] as string[],
    /** Answers an error instead. */
    isAway: false,
    /** What happens, once, between the count and the answer. */
    meanwhile: async () => {},
  }
  const tokensIn = (message: Msg): string[] => Object(JSON.parse(message.string())).body.tokens
  nats.subscribe(subjectOf('collects.take'), {
    callback: async (_error, message) => {
      if (played.isAway) return message.respond(JSON.stringify({ problem: { code: 'unavailable' } }))
      const tokens = tokensIn(message)
      const counted = tokens.slice(0, played.left)
      played.taken.push(...counted)
      played.left -= counted.length
      await played.meanwhile()
      played.meanwhile = async () => {}
      message.respond(JSON.stringify({ ok: { taken: tokens.map((_token, i) => i < counted.length) } }))
    },
  })
  nats.subscribe(subjectOf('collects.giveBack'), {
    callback: (_error, message) => {
      const tokens = tokensIn(message)
      played.givenBack.push(...tokens)
      message.respond(JSON.stringify({ ok: { givenBack: tokens.length } }))
    },
  })
  return played
}
