import { article } from './article.ts'
import type { Job } from './job.ts'
import { researchRead } from './research-read.ts'
import { resultsPage } from './results-page.ts'

export const jobs: readonly Job[] = [resultsPage, researchRead, article]
