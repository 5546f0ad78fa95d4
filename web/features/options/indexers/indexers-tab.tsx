import { useState } from 'react';
import type { Indexer } from '#domain/contract/indexing.ts';
import { askToDo } from '#web/lib/notices.ts';
import { focusField } from '#web/ui/focus.ts';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { IndexerDialog } from './indexer-dialog.tsx';
import { editId, IndexersTable, type RowWord } from './indexers-table.tsx';
import { forgetIndexer, useIndexers, validate } from './queries.ts';
import { texts } from './texts.ts';

/** Tab Indexer: the services that this version can tell of links, their settings, and whether these work (D-OPT-14). */
export function IndexersTab() {
  const query = useIndexers();
  const [edited, setEdited] = useState<Indexer | null>(null);
  const [search, setSearch] = useState('');
  const [words, setWords] = useState<ReadonlyMap<string, RowWord>>(new Map());
  const ask = async (indexer: Indexer) => {
    const note = (word: RowWord) => setWords((before) => new Map(before).set(nameOf(indexer), word));
    note('checking');
    note(await validate(indexer));
  };
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {({ indexers }) => {
        const shown = indexers.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
        return (
          <>
            <p className="quiet">{texts.indexersHint}</p>
            <div className="toolbar">
              <SearchBox label="Search services" initial={search} onSearch={setSearch} />
            </div>
            {shown.length === 0 ? (
              <NoneFits title="No service fits the search" onClear={() => setSearch('')} />
            ) : (
              <IndexersTable
                indexers={shown}
                wordOf={(indexer) => words.get(nameOf(indexer))}
                onValidate={(indexer) => void ask(indexer)}
                onEdit={setEdited}
                onRemove={askToRemove}
              />
            )}
            <IndexerDialog edited={edited} onClose={() => setEdited(null)} />
          </>
        );
      }}
    </QueryGate>
  );
}

/** Settings that were saved anew have not been asked about yet. */
const nameOf = ({ id, edition }: Indexer): string => `${id} ${edition}`;

function askToRemove({ id, label, edition }: Indexer): void {
  let isGone = false;
  const work = async () => {
    await forgetIndexer({ id, ...(edition === null ? {} : { edition }) });
    isGone = true;
  };
  askToDo(
    {
      title: `Remove the settings of ${label}?`,
      content: 'Its key and address are forgotten. Projects that use it tell it of nothing until it is set up again.',
      okText: 'Remove',
      danger: true,
      // Its own button went with the settings.
      afterClose: () => isGone && focusField(editId(id)),
    },
    work,
    { done: texts.removed, failed: texts.removeFailed },
  );
}
