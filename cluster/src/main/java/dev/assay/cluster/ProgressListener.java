package dev.assay.cluster;

/** Hears what is being done while a person waits. Called from several threads, sometimes at once. */
public interface ProgressListener {
    /** Says nothing to anybody. */
    ProgressListener SILENT = step -> {};

    /** A step begins, or something worth a line happened. */
    void step(String text);

    /** Something did not go as it should, which changes no result; it is to stay readable. */
    default void warn(String text) {
        step(text);
    }

    /**
     * A download goes on.
     *
     * @param file name of the file on its way
     * @param fileBytes bytes of this file that have arrived
     * @param allBytes bytes of all files of this request that have arrived
     */
    default void downloading(String file, long fileBytes, long allBytes) {}
}
