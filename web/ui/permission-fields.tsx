import { Alert, Form, Input, Radio } from 'antd';
import { noPermission, type Permission, permission } from '#domain/contract/sites.ts';

/** Words of the permissions. */
export const permissionTexts: Record<Permission, string> = {
  owned: 'I own it',
  granted: 'I may post to it',
  none: 'None',
};

interface PermissionFieldsProps {
  onPermission?: (value: Permission) => void;
  /** What becomes of the note, where it is not that of one site. */
  noteHint?: string;
}

/** Who says that this site may be posted to, and what that rests on (D-ENG-18). */
export function PermissionFields({ onPermission, noteHint }: PermissionFieldsProps) {
  const chosen: Permission | undefined = Form.useWatch('permission');
  return (
    <>
      <Form.Item name="permission" label="Permission">
        <Radio.Group
          onChange={(event) => onPermission?.(event.target.value as Permission)}
          options={permission.options.map((value) => ({ value, label: permissionTexts[value] }))}
        />
      </Form.Item>
      {chosen === 'none' && <Alert type="warning" showIcon title={noPermission} style={{ marginBottom: 18 }} />}
      <Form.Item
        name="permissionNote"
        label="Note"
        extra={noteHint ?? "What the permission rests on; stored with today's date"}
      >
        <Input.TextArea rows={2} maxLength={2_000} placeholder="Contract of May 2026, agreed by mail with …" />
      </Form.Item>
    </>
  );
}
