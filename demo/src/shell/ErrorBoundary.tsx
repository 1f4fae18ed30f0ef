import { Component, type ReactNode } from 'react'
import { Broken } from './later.tsx'

/**
 * Shows an error of a part in the part's place: without it, React removes the whole page, the navigation with it. React writes
 * the error to the console. With another key it begins anew.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? <Broken /> : this.props.children
  }
}
