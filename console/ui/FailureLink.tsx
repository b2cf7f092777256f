/** A link to the picture of the page at the step that failed. */
export function FailureLink({ url }: { url: string }) {
  return (
    <p>
      <a href={url} target="_blank" rel="noreferrer">
        Picture of the page at the failed step
      </a>
    </p>
  );
}
