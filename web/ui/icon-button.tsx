import { Button, type ButtonProps, Tooltip } from 'antd';

/** A button with a picture only: its name is the tooltip, until what it opens is open, and what a screen reader says. */
export function IconButton({ label, ...props }: ButtonProps & { label: string }) {
  return (
    <Tooltip title={props['aria-expanded'] === true && props['aria-haspopup'] ? '' : label} mouseEnterDelay={0.4}>
      <Button type="text" size="small" {...props} aria-label={label} />
    </Tooltip>
  );
}
