import {
  FlagOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Avatar, Button, Dropdown, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { logout, type User } from '#domain/contract/session.ts';
import { TasksButton } from '#web/features/tasks/tasks-button.tsx';
import { send } from '#web/lib/call.ts';
import { dropDrafts } from '#web/lib/drafts.ts';
import { type LiveState, live } from '#web/lib/live.ts';
import { themeMode, userName, wayInState } from '#web/lib/local-memory.ts';
import { attempt } from '#web/lib/notices.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { rememberSignedIn } from '#web/lib/sign-in.ts';
import { useValue } from '#web/lib/value-store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useMenu } from './use-menu.ts';

/** Menu switch, channel state, guide, theme, and who is signed in. */
export function HeaderBar({ user, guide }: { user: User | null; guide: string | null }) {
  const { isCollapsed, toggle } = useMenu();
  const mode = useValue(themeMode);
  return (
    <header className="header">
      <IconButton
        size="middle"
        label={isCollapsed ? 'Open menu' : 'Collapse menu'}
        aria-expanded={!isCollapsed}
        icon={isCollapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        onClick={toggle}
      />
      <div className="header-right">
        <LiveMark />
        <TasksButton />
        {guide && (
          <Button
            type="text"
            href={guide}
            target="_blank"
            rel="noopener noreferrer"
            icon={<QuestionCircleOutlined aria-hidden />}
          >
            Usage guide
          </Button>
        )}
        <IconButton
          size="middle"
          label={mode === 'dark' ? 'Switch to light' : 'Switch to dark'}
          icon={mode === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
          onClick={() => themeMode.set(mode === 'dark' ? 'light' : 'dark')}
        />
        <UserMenu user={user} />
      </div>
    </header>
  );
}

const liveTexts: Record<LiveState, { text: string; help: string }> = {
  connecting: { text: 'Connecting', help: 'Opening the live channel' },
  online: { text: 'Live', help: 'Changes appear at once, also those made in other windows' },
  lost: { text: 'Offline', help: 'The live channel is lost; trying to get it back. Changes made meanwhile show then.' },
};

function LiveMark() {
  const state = useValue(live.state);
  return (
    <Tooltip title={liveTexts[state].help}>
      <span className={`live-mark is-${state}`} role="status">
        <span className="live-dot" aria-hidden="true" />
        {liveTexts[state].text}
      </span>
    </Tooltip>
  );
}

function UserMenu({ user }: { user: User | null }) {
  const navigate = useNavigate();
  const remembered = useValue(userName);
  const name = user?.name ?? remembered;
  const leave = async () => {
    if (!(await attempt(() => send(logout, {}), { failed: 'Something wrong while trying to logout' }))) return;
    live.stop();
    rememberSignedIn(false);
    dropDrafts();
    queryClient.clear();
    await navigate('/user/login');
  };
  const showSteps = () => {
    wayInState.set('shown');
    return navigate('/campaigns');
  };
  const items = [
    { key: 'steps', icon: <FlagOutlined aria-hidden />, label: 'Show first steps', onClick: () => void showSteps() },
    { key: 'logout', icon: <LogoutOutlined aria-hidden />, label: 'Logout', onClick: () => void leave() },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <button type="button" className="user-button" aria-haspopup="menu">
        <Avatar size={28} src={user?.avatar ?? undefined} alt="" className="user-avatar">
          {initials(name)}
        </Avatar>
        <span>{name || '…'}</span>
      </button>
    </Dropdown>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('');
}
