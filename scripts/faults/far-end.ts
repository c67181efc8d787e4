// The far end of a line that loses packets: passes each connection back to the same port of the near end.
import { connect, createServer } from 'node:net'
import process from 'node:process'

const [, , here = '', back = '', ...ports] = process.argv
for (const port of ports.map(Number))
  createServer((one) => {
    const other = connect(port, back)
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to)
  }).listen(port, here)
