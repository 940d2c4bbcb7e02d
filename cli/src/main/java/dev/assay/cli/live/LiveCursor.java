package dev.assay.cli.live;

import java.util.Arrays;

/**
 * What a page has seen of a run, so that it is told only what came after. Pages send it back as they got it.
 *
 * @param version how much had happened
 * @param trial the number of the trial that it draws, from 1; 0 for none
 * @param shape which lines that trial had
 * @param row the first of its seconds that the page lacks
 */
public record LiveCursor(int version, int trial, int shape, int row) {
    /** Nothing. */
    public static final LiveCursor START = new LiveCursor(0, 0, 0, 0);

    /** Reads what {@link #toString} wrote; anything else means that nothing was seen, as everything is sent then. */
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
