import { expect, it } from 'vitest'
import { linesOfFile } from './disavow-file.ts'

it('reads the hosts of a disavow file, without its comments', () => {
  const file = '# disavowed by peets.com\r\ndomain:spam.example\r\n\r\n  worse.example \n#end'
  expect(linesOfFile(file)).toEqual(['domain:spam.example', 'worse.example'])
})
