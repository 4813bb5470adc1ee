/** Keeps a view that fails from taking the page with it: says what happened, and offers to show it again. */
import { Component, type ReactNode } from 'react'
import { Empty } from './empty.tsx'

export class Problem extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Empty title="This view failed">
        <pre className="failure">{error.message}</pre>
        <button type="button" className="button" onClick={() => location.reload()}>
          Load the page anew
        </button>
      </Empty>
    )
  }
}
