export { StructuredData } from './structured-data.tsx'
