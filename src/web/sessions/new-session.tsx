import { Page } from '../ui/page.tsx'

export function NewSession() {
  return <Page title="NewSession">…</Page>
}
