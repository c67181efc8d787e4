export { Operator } from './operator.tsx'
