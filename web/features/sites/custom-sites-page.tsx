import { useState } from 'react';
import type { CustomSite } from '#domain/contract/sites.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { ImportDialog, type ImportScope } from './dialogs/import-dialog.tsx';
import { PermissionDialog } from './dialogs/permission-dialog.tsx';
import { SiteDialog } from './dialogs/site-dialog.tsx';
import { useCustomSites } from './queries.ts';
import { SiteActionsBar } from './site-actions-bar.tsx';
import { SitesGrid } from './sites-grid.tsx';
import { texts } from './texts.ts';
import { VerifierTag } from './verifier-tag.tsx';

/** Sites of the operator: how own and granted sites enter the catalogue. */
export function CustomSitesPage() {
  const { query, store, actions } = useCustomSites();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<CustomSite | 'new' | null>(null);
  const [isPermitting, setIsPermitting] = useState(false);
  const [importing, setImporting] = useState<ImportScope | null>(null);
  const verifierStatus = query.data?.verifierStatus ?? 'NEW';
  const chosen = (query.data?.sites ?? [])
    .map((site) => site.id)
    .filter((id) => selected.has(`${id.module}|${id.siteId}`));
  return (
    <PageFrame title={texts.title} crumbs={[{ text: texts.title }]} beside={<VerifierTag status={verifierStatus} />}>
      <QueryGate query={query} failed={texts.loadFailed}>
        {(data) => (
          <>
            <SiteActionsBar
              actions={actions}
              chosen={chosen}
              nSites={data.sites.length}
              verifierStatus={verifierStatus}
              onAdd={() => setEdited('new')}
              onPermit={() => setIsPermitting(true)}
              onImport={setImporting}
            />
            <SitesGrid
              sites={data.sites}
              store={store}
              selected={selected}
              onSelect={setSelected}
              onAdd={() => setEdited('new')}
              onEdit={setEdited}
              onSwitchHost={actions.switchHost}
            />
          </>
        )}
      </QueryGate>
      <SiteDialog edited={edited} onSave={actions.save} onAdd={actions.add} onClose={() => setEdited(null)} />
      <PermissionDialog
        open={isPermitting}
        chosen={chosen}
        onPermit={actions.permit}
        onClose={() => setIsPermitting(false)}
      />
      <ImportDialog scope={importing} onImported={actions.keep} onClose={() => setImporting(null)} />
    </PageFrame>
  );
}
