import { ExportOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { menuState } from '#web/lib/local-memory.ts';
import { useValue } from '#web/lib/value-store.ts';
import { Logo } from './logo.tsx';
import { changelogEntry, type MenuEntry, menuEntries } from './menu.tsx';

/** The side menu; its width is remembered in this browser. */
export function SideMenu({ changelog }: { changelog: string | null }) {
  const isCollapsed = useValue(menuState) === 'collapsed';
  const part = useLocation().pathname.split('/')[1] ?? '';
  const isCurrent = (entry: MenuEntry) => entry.to === `/${part}` || (entry.also?.includes(part) ?? false);
  return (
    <aside className={`side${isCollapsed ? ' is-collapsed' : ''}`}>
      <Link to="/campaigns" className="side-logo" aria-label="Linkwright, campaigns">
        <Logo />
        {!isCollapsed && <span>Linkwright</span>}
      </Link>
      <nav aria-label="Main">
        <ul>
          {menuEntries.map((entry) => (
            <li key={entry.to}>
              <Tooltip title={isCollapsed ? entry.text : ''} placement="right">
                <Link
                  to={entry.to}
                  className={isCurrent(entry) ? 'is-current' : ''}
                  {...(isCurrent(entry) ? { 'aria-current': 'page' as const } : {})}
                  {...(entry.newTab ? { target: '_blank', rel: 'noopener' } : {})}
                >
                  <EntryFace icon={entry.icon} text={entry.text} isCollapsed={isCollapsed} />
                  {entry.newTab && <NewTabMark isCollapsed={isCollapsed} />}
                </Link>
              </Tooltip>
            </li>
          ))}
          {changelog && (
            <li>
              <a href={changelog} target="_blank" rel="noopener noreferrer">
                <EntryFace icon={changelogEntry.icon} text={changelogEntry.text} isCollapsed={isCollapsed} />
                <NewTabMark isCollapsed={isCollapsed} />
              </a>
            </li>
          )}
        </ul>
      </nav>
    </aside>
  );
}

function NewTabMark({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <>
      {!isCollapsed && <ExportOutlined className="side-out" aria-hidden="true" />}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </>
  );
}

function EntryFace({ icon, text, isCollapsed }: { icon: ReactNode; text: string; isCollapsed: boolean }) {
  return (
    <>
      <span className="side-icon" aria-hidden="true">
        {icon}
      </span>
      <span className={isCollapsed ? 'visually-hidden' : 'side-text'}>{text}</span>
    </>
  );
}
