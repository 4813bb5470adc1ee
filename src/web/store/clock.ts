/** The page's clock, for ages. */
export { useNow } from '../../react/index.ts'
