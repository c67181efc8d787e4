import fc from 'fast-check'
import { runs } from './runs.ts'

// For properties that say nothing of their number; 100 is fast-check's own.
fc.configureGlobal({ numRuns: runs(100) })
