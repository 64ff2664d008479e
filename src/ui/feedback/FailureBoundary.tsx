import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  children: ReactNode
  fallback: (error: unknown) => ReactNode
}

/** Shows `fallback` in place of content that could not be rendered. For pages without the router, whose routes do this. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
