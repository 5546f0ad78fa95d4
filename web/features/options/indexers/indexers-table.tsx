import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import type { Indexer } from '#domain/contract/indexing.ts';
import { Moment } from '#web/ui/moment.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import type { CheckWord } from './queries.ts';
import '#web/ui/list-table.css';

/** What a Validate found, or that it is asking. */
export type RowWord = CheckWord | 'checking' | undefined;

interface IndexersTableProps {
  indexers: readonly Indexer[];
  wordOf: (indexer: Indexer) => RowWord;
  onValidate: (indexer: Indexer) => void;
  onEdit: (indexer: Indexer) => void;
  onRemove: (indexer: Indexer) => void;
}

/** The services as a table; on phones each is a card. Up and Down lead from a button to the same one of the next row. */
export function IndexersTable({ indexers, wordOf, ...actions }: IndexersTableProps) {
  return (
    <div className="list-table indexer-table">
      <div className="list-scroll">
        <table aria-label="Indexing services" onKeyDown={moveAmongRows}>
          <thead>
            <tr>
              <th style={{ width: 180 }}>Service</th>
              <th style={{ width: 230 }}>Key</th>
              <th className="from-lg">Address</th>
              <th>Status</th>
              <th style={{ width: 250 }}>Actions</th>
            </tr>
          </thead>
          <tbody>
            {indexers.map((indexer) => (
              <IndexerRow key={indexer.id} indexer={indexer} word={wordOf(indexer)} {...actions} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type RowProps = { indexer: Indexer; word: RowWord } & Pick<IndexersTableProps, 'onValidate' | 'onEdit' | 'onRemove'>;

function IndexerRow({ indexer, word, onValidate, onEdit, onRemove }: RowProps) {
  const { id, label, isSetUp, address, edition } = indexer;
  return (
    <tr className="list-row">
      <td className="is-name">{label}</td>
      <td data-title="Key">
        <Key indexer={indexer} />
      </td>
      <td data-title="Address" className="from-lg indexer-address">
        {address}
      </td>
      <td className="indexer-status">
        <Status isSetUp={isSetUp} hasSome={edition !== null} word={word} />
      </td>
      <td className="indexer-actions">
        <Button
          size="small"
          aria-label={`Validate ${label}`}
          disabled={!isSetUp}
          loading={word === 'checking'}
          onClick={() => onValidate(indexer)}
        >
          Validate
        </Button>
        <Button
          size="small"
          id={editId(id)}
          type={isSetUp ? 'default' : 'primary'}
          aria-label={`${isSetUp ? 'Edit' : 'Set up'} ${label}`}
          onClick={() => onEdit(indexer)}
        >
          {isSetUp ? 'Edit' : 'Set up'}
        </Button>
        {edition !== null && (
          <Button size="small" danger aria-label={`Remove ${label}`} onClick={() => onRemove(indexer)}>
            Remove
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Id of the button that opens a service: it is always there. */
export const editId = (id: string): string => `edit-indexer-${id}`;

/** The key of a service, as it was typed; a secret one on demand. */
function Key({ indexer: { fields, values, label } }: { indexer: Indexer }) {
  const field = fields.find(({ name, kind }) => kind === 'secret' || name === 'key');
  if (!field) return <span className="quiet">Needs none</span>;
  const value = values[field.name];
  if (value === undefined) return null;
  return field.kind === 'secret' ? <SecretText value={String(value)} owner={label} /> : String(value);
}

const toneOf = ({ works }: CheckWord) => (works === null ? 'plain' : works ? 'green' : 'orange');
const tagOf = ({ works }: CheckWord) => (works === null ? 'Cannot be asked' : works ? 'Valid' : 'Not valid');

/** Whether it is set up, and what the last Validate found and when (D-OPT-14). */
function Status({ isSetUp, hasSome, word }: { isSetUp: boolean; hasSome: boolean; word: RowWord }) {
  const isChecked = word !== undefined && word !== 'checking';
  return (
    <div role="status" className="indexer-word">
      {!isSetUp && <ToneTag tone="plain">{hasSome ? 'Not complete' : 'Not set up'}</ToneTag>}
      {isSetUp && word === undefined && <ToneTag tone="green">Set up</ToneTag>}
      {word === 'checking' && <span className="quiet">Checking</span>}
      {isChecked && (
        <>
          <ToneTag tone={toneOf(word)}>{tagOf(word)}</ToneTag>
          <span className="quiet">
            <Moment at={word.at} />
          </span>
          <span>{worded(word.text)}</span>
        </>
      )}
    </div>
  );
}

/** From a button to the one of the same place in the row above or below. */
function moveAmongRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const button = (event.target as HTMLElement).closest('button');
  const row = button?.closest('tr');
  if (step === undefined || !button || !row) return;
  const place = [...row.querySelectorAll('button')].indexOf(button);
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  const buttons = [...(next?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  if (buttons.length === 0) return;
  event.preventDefault();
  buttons[Math.min(place, buttons.length - 1)]?.focus();
}
