import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';

/** Shows an error message if rendering fails: a chunk that can't be loaded, or our own bug. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

const Broken = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.broken} role="alert">
      <p>
        <b>{t('brokenTitle')}</b>
        {t('brokenText')}
      </p>
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </div>
  );
};
