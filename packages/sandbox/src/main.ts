import { stopOnSignal } from '@rts/shared/service/main'
import { program } from './program.ts'

const { url, stop } = await program.start(process.env)
const ready = { ready: true, url }
process.stdout.write(`${JSON.stringify(ready)}\n`)
process.send?.(ready)
stopOnSignal(process, stop)
