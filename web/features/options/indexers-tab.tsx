import { Button } from 'antd';
import { useState } from 'react';
import type { Indexer } from '#domain/contract/indexing.ts';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import { IndexerDialog } from './indexer-dialog.tsx';
import { type CheckWord, useIndexers, validate } from './queries.ts';
import { texts } from './texts.ts';
import './options.css';

/** Tab Indexer: the services that this version can tell of links, their settings, and whether these work. */
export function IndexersTab() {
  const query = useIndexers();
  const [edited, setEdited] = useState<Indexer | null>(null);
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {({ indexers }) => (
        <>
          <p className="quiet">{texts.indexersHint}</p>
          <ul className="indexer-list" aria-label="Indexing services">
            {indexers.map((indexer) => (
              // Settings that were saved anew have not been asked about yet.
              <IndexerLine
                key={`${indexer.id} ${indexer.edition}`}
                indexer={indexer}
                onEdit={() => setEdited(indexer)}
              />
            ))}
          </ul>
          <IndexerDialog edited={edited} onClose={() => setEdited(null)} />
        </>
      )}
    </QueryGate>
  );
}

function IndexerLine({ indexer, onEdit }: { indexer: Indexer; onEdit: () => void }) {
  const { label, isSetUp } = indexer;
  const [word, setWord] = useState<CheckWord | 'checking' | null>(null);
  const ask = async () => {
    setWord('checking');
    setWord(await validate(indexer));
  };
  return (
    <li className="panel indexer-line">
      <div className="indexer-head">
        <h2>{label}</h2>
        <ToneTag tone={isSetUp ? 'green' : 'plain'}>{isSetUp ? 'Set up' : 'Not set up'}</ToneTag>
        <span className="indexer-actions">
          <Button
            aria-label={`Validate ${label}`}
            disabled={!isSetUp}
            loading={word === 'checking'}
            onClick={() => void ask()}
          >
            Validate
          </Button>
          <Button
            type={isSetUp ? 'default' : 'primary'}
            aria-label={`${isSetUp ? 'Edit' : 'Set up'} ${label}`}
            onClick={onEdit}
          >
            {isSetUp ? 'Edit' : 'Set up'}
          </Button>
        </span>
      </div>
      {isSetUp && <Values indexer={indexer} />}
      <div role="status" className="indexer-word">
        {word === 'checking' && <span className="quiet">Checking</span>}
        {word !== null && word !== 'checking' && (
          <>
            <ToneTag tone={word.works ? 'green' : 'orange'}>{word.works ? 'Valid' : 'Not valid'}</ToneTag>
            <span>{worded(word.text)}</span>
          </>
        )}
      </div>
    </li>
  );
}

/** What was typed; secrets are seen in the dialog alone. */
function Values({ indexer: { address, fields, values } }: { indexer: Indexer }) {
  const shown = fields.filter(({ kind, name }) => kind !== 'secret' && values[name] !== undefined);
  return (
    <dl className="indexer-values">
      {shown.map(({ name, label }) => (
        <div key={name}>
          <dt className="quiet">{label}</dt>
          <dd>{String(values[name])}</dd>
        </div>
      ))}
      <div>
        <dt className="quiet">Address</dt>
        <dd>{address}</dd>
      </div>
    </dl>
  );
}
