import { maxRoom, step } from './column.ts'

// A table is `data-rooms`, and a cell that needs so much width of it `data-room`. A style sheet cannot compare the two: each width has a rule.
const rules = ['[data-rooms] { container-type: inline-size }', '[data-rooms] [data-room="never"] { display: none }']
for (let room = step; room <= maxRoom; room += step)
  rules.push(`@container (width < ${room}px) { [data-rooms] [data-room="${room}"] { display: none } }`)
const sheet = new CSSStyleSheet()
sheet.replaceSync(rules.join('\n'))
document.adoptedStyleSheets.push(sheet)
