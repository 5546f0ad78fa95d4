import { Fragment, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import './page-frame.css';

/** One step of the way to a page; the last one has no address. */
interface Crumb {
  text: string;
  to?: string;
}

interface PageFrameProps {
  title: string;
  crumbs: Crumb[];
  /** Beside the title: states and small facts. */
  beside?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Way here, title, actions, content: the outline of every screen. */
export function PageFrame({ title, crumbs, beside, actions, children }: PageFrameProps) {
  useEffect(() => {
    document.title = `${title} · Linkwright`;
  }, [title]);
  return (
    <>
      <nav aria-label="Breadcrumb" className="crumbs">
        {[{ text: 'Home', to: '/campaigns' }, ...crumbs].map((crumb, index) => (
          <Fragment key={`${crumb.to ?? ''}${crumb.text}`}>
            {index > 0 && <span aria-hidden="true">/</span>}
            {crumb.to ? <Link to={crumb.to}>{crumb.text}</Link> : <span aria-current="page">{crumb.text}</span>}
          </Fragment>
        ))}
      </nav>
      <div className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          {beside}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
