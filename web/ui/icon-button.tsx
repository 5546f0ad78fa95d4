import { Button, type ButtonProps, Tooltip } from 'antd';

/** A button with a picture only: its name is the tooltip and what a screen reader says. */
export function IconButton({ label, ...props }: ButtonProps & { label: string }) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Button type="text" size="small" {...props} aria-label={label} />
    </Tooltip>
  );
}
