import { ExportOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from './logo.tsx';
import { changelogEntry, type MenuEntry, menuEntries } from './menu.tsx';
import { useClosingMenu, useMenu } from './use-menu.ts';

/** The side menu; its width is remembered in this browser. */
export function SideMenu({ changelog }: { changelog: string | null }) {
  const { isCollapsed, onChoice } = useMenu();
  useClosingMenu();
  const part = useLocation().pathname.split('/')[1] ?? '';
  const isCurrent = (entry: MenuEntry) => entry.to === `/${part}` || (entry.also?.includes(part) ?? false);
  return (
    <aside className={`side${isCollapsed ? ' is-collapsed' : ''}`}>
      <Link to="/campaigns" className="side-logo" aria-label="Linkwright, campaigns" onClick={onChoice}>
        <Logo />
        {!isCollapsed && <span>Linkwright</span>}
      </Link>
      <nav aria-label="Main">
        <ul>
          {menuEntries.map((entry) => (
            <li key={entry.to}>
              <EntryTip text={tipOf(entry, isCollapsed)}>
                <Link
                  to={entry.to}
                  onClick={onChoice}
                  className={[isCurrent(entry) && 'is-current', entry.isReplaced && 'is-replaced']
                    .filter(Boolean)
                    .join(' ')}
                  {...(entry.opensBeside ? { target: '_blank' } : {})}
                  {...(isCurrent(entry) ? { 'aria-current': 'page' as const } : {})}
                >
                  <EntryFace icon={entry.icon} text={entry.text} isCollapsed={isCollapsed} />
                  {entry.opensBeside && <NewTabMark isCollapsed={isCollapsed} />}
                  {entry.isReplaced && (
                    <span className={isCollapsed ? 'visually-hidden' : 'side-replaced'}> replaced</span>
                  )}
                </Link>
              </EntryTip>
            </li>
          ))}
          {changelog && (
            <li>
              <EntryTip text={isCollapsed ? changelogEntry.text : ''}>
                <a href={changelog} target="_blank" rel="noopener noreferrer">
                  <EntryFace icon={changelogEntry.icon} text={changelogEntry.text} isCollapsed={isCollapsed} />
                  <NewTabMark isCollapsed={isCollapsed} />
                </a>
              </EntryTip>
            </li>
          )}
        </ul>
      </nav>
    </aside>
  );
}

const tipOf = (entry: MenuEntry, isCollapsed: boolean) =>
  isCollapsed ? `${entry.text}${entry.isReplaced ? ' (replaced)' : ''}` : '';

/** The name of an icon, on hover and where the keyboard is. */
function EntryTip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Tooltip title={text} placement="right" trigger={['hover', 'focus']}>
      {children}
    </Tooltip>
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
