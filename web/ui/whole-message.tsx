import { Popover } from 'antd';
import { plainMessage } from '#domain/rules/message-parts.ts';
import { pageContainer } from './page-container.ts';
import { worded } from './worded.tsx';
import './whole-message.css';

/** A message of the server in one line of a table; a click or Enter opens the whole of it, with its links. */
export function WholeMessage({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  const plain = plainMessage(text);
  return (
    <Popover
      trigger="click"
      getPopupContainer={pageContainer}
      content={<div className="whole-message">{worded(text)}</div>}
    >
      <button type="button" className="message-open ellipsis" title={plain}>
        {plain}
      </button>
    </Popover>
  );
}
