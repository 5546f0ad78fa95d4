import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { currentUser } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';
import { live } from '#web/lib/live.ts';
import { userName } from '#web/lib/local-memory.ts';
import { isSignInAsked, rememberSignedIn } from '#web/lib/sign-in.ts';
import { useValue } from '#web/lib/value-store.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { HeaderBar } from './header-bar.tsx';
import { SideMenu } from './side-menu.tsx';
import { VersionBanner } from './version-banner.tsx';
import './shell.css';

// The session lasts for days: what asks for the sign-in over a page is fetched when it has ended.
const SignInAgain = fetchedPart(async () => (await import('./sign-in-again.tsx')).SignInAgain);

/** Screens wait so long for the channel, in ms. */
const longestWaitMs = 700;

/**
 * True, from then on, when what happens is heard: what a screen loads first and what happens meanwhile must not miss each
 * other. A channel that is slow to open holds nobody up; it has the screens load again once it is there.
 */
function useHeard(): boolean {
  const isOpen = useValue(live.state) === 'online';
  const [isHeard, setHeard] = useState(false);
  if (isOpen && !isHeard) setHeard(true);
  useEffect(() => {
    if (isHeard) return;
    const timer = setTimeout(() => {
      live.missBeginning();
      setHeard(true);
    }, longestWaitMs);
    return () => clearTimeout(timer);
  }, [isHeard]);
  return isHeard;
}

/** Menu, header and the present screen; sends visitors without a session to login. */
export function Shell() {
  const { data } = useQuery({
    queryKey: ['current-user'],
    queryFn: ({ signal }) => send(currentUser, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isKnown] = useState(() => userName.get() !== '');
  const isAsked = useValue(isSignInAsked);
  const isMoving = useNavigation().state === 'loading';
  const isHeard = useHeard();
  useEffect(() => {
    if (!data) return;
    userName.set(data.user.name);
    rememberSignedIn(true);
    live.start();
    return () => live.stop();
  }, [data]);
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <SideMenu changelog={data?.links.changelog ?? null} />
      <div className="shell-main">
        <HeaderBar user={data?.user ?? null} guide={data?.links.guide ?? null} />
        <div className={`shell-progress${isMoving ? ' is-on' : ''}`} aria-hidden="true" />
        <main id="content" tabIndex={-1}>
          {data && <VersionBanner />}
          {/* On a first visit the screens wait, so that one call is refused and not all of them. */}
          {(data || isKnown) && isHeard && <Outlet />}
        </main>
      </div>
      <SignInAgain open={isAsked} />
    </div>
  );
}
