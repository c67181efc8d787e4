export { Article } from './article.tsx'
export { Articles } from './articles.tsx'
export { Plans } from './plans.tsx'
