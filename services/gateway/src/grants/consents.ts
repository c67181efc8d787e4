import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { actorOf } from '../accounts/rules/actor.ts'
import type { GrantStore } from './codes.ts'

/** What a person consented to, asked by the dashboard in that person's name. */
export function grantHandlers({
  grants,
}: {
  grants: Pick<GrantStore, 'createCode'>
}): Pick<ServiceHandlers<'gateway'>, 'grants.create'> {
  return {
    'grants.create': async ({ body, caller }) => {
      const { accountId, projectId: siteId, client, redirectUri, challenge } = body
      const consent = { accountId, siteId, clientId: client.id, clientName: client.name, redirectUri, challenge }
      return { code: await grants.createCode({ ...consent, actor: actorOf(caller) }) }
    },
  }
}
