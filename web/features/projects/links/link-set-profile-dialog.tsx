import { Form, InputNumber, Select } from 'antd';
import type { UrlList } from '#domain/contract/links.ts';
import { type LinkSetProfile, linkSetProfile } from '#domain/contract/projects/posting.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from '../texts.ts';

interface LinkSetProfileDialogProps {
  edited: LinkSetProfile | 'new' | null;
  /** Link sets that are not in the table yet, and the one being edited. */
  offered: UrlList[];
  onSave: (row: LinkSetProfile) => void;
  onClose: () => void;
}

/** A row as it is first offered. */
export const freshRow = { linkSetId: null, minLinks: 1, maxLinks: 3, linkProb: 100, name: '' };

/** A set that was deleted meanwhile is none to choose. */
const isOffered = ({ linkSetId }: LinkSetProfile, offered: UrlList[]) => offered.some(({ id }) => id === linkSetId);

/** The dialog "Link Sets Profiles": how many links of a set go into how many posts. */
export function LinkSetProfileDialog({ edited, offered, onSave, onClose }: LinkSetProfileDialogProps) {
  return (
    <FormDialog
      open={edited !== null}
      title="Input link set"
      okText="Save"
      schema={linkSetProfile}
      initial={
        edited === 'new' || edited === null
          ? freshRow
          : isOffered(edited, offered)
            ? edited
            : { ...edited, linkSetId: null }
      }
      failed=""
      onSubmit={async (row) =>
        onSave({ ...row, name: offered.find((list) => list.id === row.linkSetId)?.name ?? row.name })
      }
      onClose={onClose}
    >
      <Form.Item name="linkSetId" label="Link set">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Search a link set"
          options={offered.map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` }))}
        />
      </Form.Item>
      <div className="fields-2">
        <Form.Item name="minLinks" label="Min links of this set" extra={texts.ofSetHint}>
          <InputNumber />
        </Form.Item>
        <Form.Item name="maxLinks" label="Max links of this set" extra={texts.ofSetHint}>
          <InputNumber />
        </Form.Item>
      </div>
      <Form.Item name="linkProb" label="Percentage of posts having links" extra={texts.shareHint}>
        <InputNumber suffix="%" style={{ width: 140 }} />
      </Form.Item>
    </FormDialog>
  );
}
