import { runMain } from '@rts/shared/service/main'
import { program } from './program.ts'

await runMain(program, process)
