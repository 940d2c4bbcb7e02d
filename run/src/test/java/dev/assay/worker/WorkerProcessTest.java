package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerProcessTest {
    /** All values are in milliseconds. */
    @ParameterizedTest
    @CsvSource({
        "100, 0, 1100",
        "100, 100, 1100",
        "100, 1099, 1100",
        "100, 1100, 2100",
        "100, 5700, 6100",
        "-700, 0, 300"
    })
    void anIntervalEndsAtTheNextWholeSecondOfTheLoad(long start, long now, long end) {
        assertThat(WorkerProcess.intervalEnd(start * 1_000_000, now * 1_000_000))
                .isEqualTo(end * 1_000_000);
    }
}
