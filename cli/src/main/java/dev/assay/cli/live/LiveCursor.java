package dev.assay.cli.live;

import java.util.Arrays;

/**
 * Records what a page has seen of a run, so that it is sent only what is new. Pages return it unchanged with their next request.
 *
 * @param version the run's version at that time
 * @param trial the number of the trial that the page draws, from 1; 0 for none
 * @param shape the version of that trial's set of lines
 * @param row the first of the trial's seconds that the page lacks
 */
public record LiveCursor(int version, int trial, int shape, int row) {
    /** Stands for a page that has seen nothing. */
    public static final LiveCursor START = new LiveCursor(0, 0, 0, 0);

    /** Parses the text of {@link #toString}; any other text gives {@link #START}, so that everything is sent. */
    public static LiveCursor parse(String text) {
        if (!text.matches("\\d{1,9}(\\.\\d{1,9}){3}")) {
            return START;
        }
        int[] parts =
                Arrays.stream(text.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
        return new LiveCursor(parts[0], parts[1], parts[2], parts[3]);
    }

    @Override
    public String toString() {
        return version + "." + trial + "." + shape + "." + row;
    }
}
