import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { networkName, type PrivateNetwork } from '#domain/contract/private-networks.ts';
import { DeletePicked, usePicked } from '#web/ui/delete-picked.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { NetworkList } from './network-list.tsx';
import { create, remove, rename, useNetworks } from './queries.ts';
import { texts } from './texts.ts';

/** The list of private networks. */
export function NetworksPage() {
  const query = useNetworks();
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const [renamed, setRenamed] = useState<PrivateNetwork | null>(null);
  const [selected, setPicked] = usePicked(query.data?.privateNetworks);
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.title }]}
      actions={
        <>
          {add}
          <DeletePicked
            noun="private network"
            picked={selected}
            hint={texts.deleteHint}
            done={texts.deleted}
            failed={texts.deleteFailed}
            remove={remove}
          />
        </>
      }
    >
      <QueryGate query={query} failed={texts.loadFailed}>
        {({ privateNetworks }) => (
          <NetworkList
            networks={privateNetworks}
            selected={selected}
            onSelect={setPicked}
            onRename={setRenamed}
            add={add}
          />
        )}
      </QueryGate>
      <NameDialog
        open={isAdding}
        title="New Private Network"
        schema={networkName}
        done={texts.created}
        failed={texts.createFailed}
        onSubmit={async (name) => {
          const id = await create(name);
          return () => navigate(`/private-network/${id}`);
        }}
        onClose={() => setIsAdding(false)}
      />
      <NameDialog
        open={renamed !== null}
        title="Rename Private Network"
        initialName={renamed?.name ?? ''}
        schema={networkName}
        done={texts.renamed}
        failed={texts.renameFailed}
        onSubmit={(name) => rename(renamed?.id ?? 0, name)}
        onClose={() => setRenamed(null)}
      />
    </PageFrame>
  );
}
