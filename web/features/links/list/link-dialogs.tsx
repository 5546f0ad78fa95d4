import { Form, Input } from 'antd';
import { z } from 'zod';
import { linkInput, linkTexts, type UrlItem } from '#domain/contract/links.ts';
import { numberedLines, parseLinkLine } from '#domain/rules/line-formats.ts';
import { toast } from '#web/lib/notices.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from '../texts.ts';

/** Which dialog of the links grid is open. */
export type LinkDialogState = { kind: 'add' | 'batch' } | { kind: 'edit'; link: UrlItem } | null;

interface LinkDialogsProps {
  state: LinkDialogState;
  actions: {
    addOne: (link: z.output<typeof linkInput>) => Promise<void>;
    addBatch: (links: string) => Promise<number>;
    edit: (id: number, link: z.output<typeof linkInput> & { edition: number | undefined }) => Promise<void>;
  };
  onClose: () => void;
}

// The same two rules that the server has; one bad line refuses the whole batch (D-LINK-05).
const batchInput = z.object({
  links: z.string().superRefine((value, context) => {
    const lines = [...numberedLines(value)];
    const bad = lines.find(({ line }) => parseLinkLine(line) === null);
    if (lines.length === 0) context.addIssue({ code: 'custom', message: linkTexts.batchRequired });
    else if (bad) context.addIssue({ code: 'custom', message: linkTexts.notALink(bad.number) });
  }),
});

const fieldsOf = ({ url, anchor, linksOnPage }: UrlItem) => ({ url, anchor, linksOnPage });

const gone = { title: texts.gone, okText: texts.addAnew };

/** Add, Edit and Add batch of the links grid. */
export function LinkDialogs({ state, actions, onClose }: LinkDialogsProps) {
  const edited = state?.kind === 'edit' ? state.link : null;
  return (
    <>
      <FormDialog
        open={state?.kind === 'add' || edited !== null}
        title={edited ? 'Edit Link' : 'Add Link'}
        okText="Save"
        schema={linkInput}
        initial={edited ? fieldsOf(edited) : { url: '', anchor: '', linksOnPage: '' }}
        edited={edited ? { edition: edited.edition, fieldsOf, gone: { ...gone, onAnew: actions.addOne } } : undefined}
        done={edited ? texts.edited : texts.added}
        failed={edited ? texts.editFailed : texts.addFailed}
        onSubmit={(link, edition) => (edited ? actions.edit(edited.id, { ...link, edition }) : actions.addOne(link))}
        onClose={onClose}
      >
        <Form.Item name="url" label="URL">
          <Input autoComplete="off" placeholder="https://example.com/page" />
        </Form.Item>
        <Form.Item name="anchor" label="Anchor">
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="linksOnPage" label="Links on page (optional)" extra={texts.onPageHint}>
          <Input autoComplete="off" />
        </Form.Item>
      </FormDialog>
      <FormDialog
        open={state?.kind === 'batch'}
        title="Add Links"
        okText="Add"
        width={680}
        schema={batchInput}
        initial={{ links: '' }}
        failed={texts.addFailed}
        onSubmit={async ({ links }) => toast.success(texts.addedMany(await actions.addBatch(links)))}
        onClose={onClose}
      >
        <Form.Item
          name="links"
          label="Links"
          extra="One link per line: url|x|anchor|x|linksOnPage, url|x|anchor, or the url alone"
        >
          <Input.TextArea rows={12} spellCheck={false} className="mono" />
        </Form.Item>
      </FormDialog>
    </>
  );
}
