import { type Connection, openDataFolder } from '@rts/local/system/data-folder'
import { fillDemo } from '@rts/local/system/demo-site'
import { connectOperator, type Operator } from '@rts/local/system/operator'
import { inject } from 'vitest'
import { newAccount, type TestSystem } from './system.ts'

/**
 * The system that test files share, with a new account: whatever a file does in that, no other file sees. A file that disturbs
 * the system itself (ends a service, lets a provider fail, sets a variable) starts one of its own.
 */
export async function joinSystem(): Promise<TestSystem> {
  const folder = inject('systemFolder')
  if (folder === undefined) throw new Error('vitest.config.ts does not name this file among those that share a system')
  const shared = openDataFolder(folder)
  const common = shared.readConnection()
  if (!common?.sandboxUrl) throw new Error(`The shared system has ended; its logs: ${shared.at('logs')}`)
  const operator = await connectOperator({ natsUrl: common.natsUrl, callerKeys: shared.secrets().callerKeys })
  const running = { ...common, sandboxUrl: common.sandboxUrl }
  const { id: accountId, key: apiKey, email } = await newAccount({ operator, connection: running }, 'growth')
  const owner = { email, password: 'correct horse battery' }
  await operator.call('persons.create', { body: { ...owner, name: 'Owner' } })
  const connection = { ...running, accountId, apiKey, demoPerson: owner }
  return {
    connection,
    folder,
    operator,
    owner,
    fillDemo: () => demoSite(operator, connection, folder),
    remove: () => operator.close(),
  }
}

/** Makes the demo site of an account; the demo that the folder remembers is another account's. */
async function demoSite(operator: Operator, connection: Connection, folder: string): Promise<string> {
  const made: string[] = []
  const data = {
    ...openDataFolder(folder),
    readDemo: () => undefined,
    writeDemo: ({ projectId }: { projectId: string }) => void made.push(projectId),
    writeConnection: () => {},
  }
  const say = (line: string) => {
    throw new Error(line)
  }
  await fillDemo({ operator, connection, data, say })
  return made[0] ?? ''
}
