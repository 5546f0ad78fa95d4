import { createBrowserRouter, Navigate, Outlet, type RouteObject, useParams } from 'react-router';
import { basePath } from '#web/lib/path-prefix.ts';
import { onSignInNeeded } from '#web/lib/sign-in.ts';
import { LoadingPanel } from '#web/ui/query-gate.tsx';
import { onHashAddress } from './hash-address.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { ReplacedPage } from './replaced-page.tsx';
import { RouteFault } from './route-fault.tsx';
import { Shell } from './shell.tsx';

const project: RouteObject['lazy'] = async () => ({
  Component: (await import('#web/features/projects/project-page.tsx')).ProjectPage,
});

const screens: RouteObject[] = [
  { index: true, element: <Navigate to="/campaigns" replace /> },
  {
    path: 'campaigns',
    lazy: async () => ({ Component: (await import('./first-screen.tsx')).FirstScreen }),
  },
  {
    path: 'campaign/:id',
    lazy: async () => ({
      Component: (await import('#web/features/campaigns/campaign/campaign-page.tsx')).CampaignPage,
    }),
  },
  // All four kinds open one page, which sends to the address of the project's own kind (D-PROJ-01).
  { path: 'project/:id', lazy: project },
  { path: 'acproject/:id', lazy: project },
  { path: 'privateproject/:id', lazy: project },
  { path: 'indexerproject/:id', lazy: project },
  {
    path: 'accounts/:id',
    lazy: async () => ({ Component: (await import('#web/features/accounts/accounts-page.tsx')).AccountsPage }),
  },
  {
    path: 'url_list/:id',
    lazy: async () => ({ Component: (await import('#web/features/links/link-set-page.tsx')).LinkSetPage }),
  },
  {
    path: 'content-groups',
    lazy: async () => ({
      Component: (await import('#web/features/content/content-groups-page.tsx')).ContentGroupsPage,
    }),
  },
  {
    path: 'content-group/:id',
    lazy: async () => ({
      Component: (await import('#web/features/content/group/content-group-page.tsx')).ContentGroupPage,
    }),
  },
  {
    path: 'article/:id',
    lazy: async () => ({ Component: (await import('#web/features/content/article/article-page.tsx')).ArticlePage }),
  },
  {
    path: 'new-article/:id',
    lazy: async () => ({ Component: (await import('#web/features/content/article/article-page.tsx')).NewArticlePage }),
  },
  {
    path: 'custom-sites',
    lazy: async () => ({ Component: (await import('#web/features/sites/custom-sites-page.tsx')).CustomSitesPage }),
  },
  {
    path: 'private-networks',
    lazy: async () => ({ Component: (await import('#web/features/private-networks/networks-page.tsx')).NetworksPage }),
  },
  {
    path: 'private-network/:id',
    lazy: async () => ({ Component: (await import('#web/features/private-networks/network-page.tsx')).NetworkPage }),
  },
  {
    path: 'options',
    lazy: async () => ({ Component: (await import('#web/features/options/options-page.tsx')).OptionsPage }),
  },
  { path: 'old/custom_sites', element: <Navigate to="/custom-sites" replace /> },
  { path: 'old/blurbs', element: <ReplacedPage name="Blurbs" successor="Content" to="/content-groups" /> },
  { path: 'old/wizards', element: <ReplacedPage name="Wizard" successor="X-Wizard" /> },
  { path: 'old/turbo_wizards', element: <ReplacedPage name="Turbo Wizard" successor="X-Wizard" /> },
  { path: '*', element: <NotFoundPage /> },
];

/** Ids are positive integers (D-GEN-14): an address with another one leads nowhere. */
function WholeIds() {
  const { id } = useParams();
  const isId = id === undefined || (/^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id)));
  return isId ? <Outlet /> : <NotFoundPage />;
}

/** All screens; each is loaded when first opened. */
export const router = createBrowserRouter(
  [
    {
      path: '/user/login',
      errorElement: <RouteFault />,
      HydrateFallback: () => null,
      lazy: async () => ({ Component: (await import('./login-page.tsx')).LoginPage }),
    },
    {
      path: '/',
      element: <Shell />,
      errorElement: <RouteFault />,
      HydrateFallback: LoadingPanel,
      children: [{ element: <WholeIds />, errorElement: <RouteFault />, children: screens }],
    },
  ],
  { basename: basePath || '/' },
);

onSignInNeeded(() => {
  const { pathname, search } = router.state.location;
  if (pathname === '/user/login') return;
  const back = pathname === '/' ? '' : `?redirect=${encodeURIComponent(pathname + search)}`;
  void router.navigate(`/user/login${back}`, { replace: true });
});

onHashAddress((path) => void router.navigate(path, { replace: true }));
