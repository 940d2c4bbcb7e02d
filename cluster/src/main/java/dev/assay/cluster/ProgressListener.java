package dev.assay.cluster;

/** Shows progress to a person who waits. Called from several threads, sometimes at once. */
public interface ProgressListener {
    ProgressListener SILENT = step -> {};

    /** Reports a step that begins, or something else worth a line. */
    void step(String text);

    /** Reports a problem that changes no result, in a line that stays readable. */
    default void warn(String text) {
        step(text);
    }

    /**
     * Reports a download under way.
     *
     * @param file name of the file
     * @param fileBytes bytes of this file that have arrived
     * @param allBytes bytes of all files of this request that have arrived
     */
    default void downloading(String file, long fileBytes, long allBytes) {}
}
