package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.host.ProcText;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final String STAT =
            "8301 (a (b) c) S 8213 8301 8301 0 -1 4194304 78932 0 0 0 441 28 0 0 20 0 106 0 234772 4167471104 86249 "
                    + "18446744073709551615 1 1 0 0 0 0 3 16800972 0 0 0 17 3 0 0 0 0 0\n";
    private static final String IO = """
            rchar: 2518635
            wchar: 154786
            syscr: 2717
            syscw: 1050
            read_bytes: 8192
            write_bytes: 266240
            cancelled_write_bytes: 0
            """;

    @Test
    void aProcessIsReadWhateverItsName() {
        assertThat(ProcessCounters.parse(STAT, IO))
                .isEqualTo(new ProcessCounters(234772, 4.69, 86249 * ProcText.PAGE_BYTES, 8192, 266240));
    }

    @Test
    void aZombieCountsAsGone() {
        assertThat(ProcessCounters.parse(STAT.replace(") S ", ") Z "), IO)).isNull();
    }
}
