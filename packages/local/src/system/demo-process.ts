import { once } from 'node:events'
import { openDataFolder } from './data-folder.ts'
import type { DemoTask, FromDemoProcess } from './demo.ts'
import { demoAccount } from './demo-account.ts'
import { fillDemo } from './demo-site.ts'
import { connectOperator } from './operator.ts'

const tell = (message: FromDemoProcess) => process.send?.(message)
// safe because demo.ts sends nothing else
const [task] = (await once(process, 'message')) as [DemoTask]
const operator = await connectOperator(task)
try {
  if ('folder' in task) {
    const { folder, connection } = task
    await fillDemo({ operator, data: openDataFolder(folder), connection, say: (said) => tell({ said }) })
    tell({ made: null })
  } else tell({ made: await demoAccount(operator, task.secret, task.kept) })
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
} finally {
  await operator.close()
  process.disconnect()
}
