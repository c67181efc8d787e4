import path from 'node:path'
import { runCommand } from './admin/run-command.ts'
import { openDataFolder } from './system/data-folder.ts'
import { connectOperator } from './system/operator.ts'

// The operator's command line for a local system, found by its data folder.
await runCommand(process.argv.slice(2), async () => {
  const folder = openDataFolder(path.resolve(process.env.DATA_DIR || '.data'))
  const connection = folder.readConnection()
  if (!connection) throw new Error(`no system in ${folder.path}; run npm start first, or set DATA_DIR`)
  return connectOperator({ natsUrl: connection.natsUrl, callerKeys: folder.callerKeys('operator') })
})
