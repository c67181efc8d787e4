// Plays one fault of the clock in a process whose clock is set: its last line is what was seen.
import process from 'node:process'
import { clockOfDatabase } from './clock.ts'
import { clockPlays } from './clock-plays.ts'
import { startWorld, stopWorlds } from './world.ts'

const [, , name = ''] = process.argv
const play = clockPlays[name]
if (!play) throw new Error(`no such fault: ${name}`)
for (const end of ['disconnect', 'SIGTERM', 'SIGINT'] as const)
  process.once(end, () => void stopWorlds().then(() => process.exit(1)))
const world = await startWorld({ databaseEnv: clockOfDatabase() })
const seen = await play(world).finally(world.stop)
process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0))
