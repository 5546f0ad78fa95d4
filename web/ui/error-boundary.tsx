import { Button, Result } from 'antd';
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Keeps a fault of one part from taking the screen down. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return (
      <Result
        status="error"
        title="This part of the screen failed"
        subTitle={this.state.error.message}
        extra={<Button onClick={() => this.setState({ error: null })}>Try again</Button>}
      />
    );
  }
}
