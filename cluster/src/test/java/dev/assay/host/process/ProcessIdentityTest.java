package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessIdentityTest {
    @ParameterizedTest
    @CsvSource({
        "java, S, 40, true",
        "java, S, 1, true",
        "first thread is dead and others still write, Z, 2, true",
        "all are dead, Z, 1, false",
        "about to vanish, X, 0, false",
        "a (name) Z 1 that looks like its end, R, 1, true"
    })
    void aProcessRunsUntilItsLastThreadIsDead(String name, String state, int threads, boolean runs) {
        String stat = "4711 (" + name + ") " + state + " 1 4711 4711 0 -1 4194304 125 0 1 0 0 0 0 0 20 0 " + threads
                + " 0 87549 2990080 421 18446744073709551615";
        assertThat(ProcessIdentity.ticks(stat)).isEqualTo(runs ? "87549" : null);
    }

    @Test
    void thisProcessRuns() {
        assertThat(ProcessIdentity.self().isAlive()).isTrue();
    }
}
