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

type WizardPages = typeof import('#web/features/wizards/editor/wizard-page.tsx');
const wizard =
  (name: keyof WizardPages): NonNullable<RouteObject['lazy']> =>
  async () => ({ Component: (await import('#web/features/wizards/editor/wizard-page.tsx'))[name] });

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
    path: 'strategies',
    lazy: async () => ({
      Component: (await import('#web/features/strategies/list/strategies-page.tsx')).StrategiesPage,
    }),
  },
  {
    path: 'strategy/:id',
    lazy: async () => ({
      Component: (await import('#web/features/strategies/diagram/strategy-page.tsx')).StrategyPage,
    }),
  },
  {
    path: 'xwizards',
    lazy: async () => ({ Component: (await import('#web/features/wizards/list/wizards-page.tsx')).WizardsPage }),
  },
  { path: 'xwizard/:id', lazy: wizard('WizardPage') },
  { path: 'newwizard/:id', lazy: wizard('NewWizardPage') },
  { path: 'newcampaign/:id', lazy: wizard('NewCampaignPage') },
  { path: 'duplicatecampaign/:id', lazy: wizard('DuplicatePage') },
  {
    path: 'email-manager',
    lazy: async () => ({ Component: (await import('#web/features/emails/emails-page.tsx')).EmailsPage }),
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
    path: 'site-selections',
    lazy: async () => ({
      Component: (await import('#web/features/site-selections/site-selections-page.tsx')).SiteSelectionsPage,
    }),
  },
  {
    path: 'site-selection/:id',
    lazy: async () => ({
      Component: (await import('#web/features/site-selections/detail/selection-page.tsx')).SelectionPage,
    }),
  },
  {
    path: 'cloud-accounts',
    lazy: async () => ({
      Component: (await import('#web/features/clouds/accounts/accounts-page.tsx')).CloudAccountsPage,
    }),
  },
  {
    path: 'cloud-blog-generator',
    lazy: async () => ({ Component: (await import('#web/features/clouds/blogs/blog-page.tsx')).BlogPage }),
  },
  {
    path: 'options',
    lazy: async () => ({ Component: (await import('#web/features/options/options-page.tsx')).OptionsPage }),
  },
  {
    path: 'balances',
    lazy: async () => ({ Component: (await import('#web/features/options/balances/balances-page.tsx')).BalancesPage }),
  },
  { path: 'old/custom_sites', element: <Navigate to="/custom-sites" replace /> },
  { path: 'old/blurbs', element: <ReplacedPage name="Blurbs" successor="Content" to="/content-groups" /> },
  { path: 'old/wizards', element: <ReplacedPage name="Wizard" successor="X-Wizard" to="/xwizards" /> },
  { path: 'old/turbo_wizards', element: <ReplacedPage name="Turbo Wizard" successor="X-Wizard" to="/xwizards" /> },
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
