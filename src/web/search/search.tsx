import { Page } from '../ui/page.tsx'

export function Search({ query }: { query: string }) {
  return <Page title="Search">{query}</Page>
}
