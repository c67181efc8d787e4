import { subjectOf } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/nats-address'
import { connect } from 'nats'

/** Answers for the owner of sites, which does not run beside a service alone: no site is frozen. Ends with the process. */
export async function answerThawedSites(natsUrl: string): Promise<void> {
  const nats = await connect({ ...natsOptions(natsUrl, 'projects'), reconnect: false })
  nats.subscribe(subjectOf('sites.get'), {
    callback: (_error, message) => void message.respond(JSON.stringify({ ok: { project: { frozen: false } } })),
  })
  await nats.flush()
}
