package dev.assay.run.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.process.ProcessIdentity;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalViewpointTest {
    private static final WatchedServer SERVER = new WatchedServer("broker-1", 9092);

    /** A number above the highest that Linux gives a process. */
    private static final long NOBODY = 5_000_000;

    @Test
    void aServerIsThereWhereOneProcessListens() {
        assertThat(LocalViewpoint.isThere(SERVER, List.of())).isFalse();
        assertThat(LocalViewpoint.isThere(SERVER, List.of(31L))).isTrue();
    }

    @Test
    void aServerWhoseNumberAnotherProcessHasIsLookedForAgain() {
        ProcessIdentity self = ProcessIdentity.self();

        assertThat(LocalViewpoint.runs(null)).isFalse();
        assertThat(LocalViewpoint.runs(self)).isTrue();
        assertThat(LocalViewpoint.runs(new ProcessIdentity(self.pid(), self.begun() + "0", self.namespace())))
                .isFalse();
    }

    @Test
    void ofSeveralNobodyKnowsWhichIsMeant() {
        long self = ProcessHandle.current().pid();

        assertThatThrownBy(() -> LocalViewpoint.isThere(SERVER, List.of(self, NOBODY)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("port 9092 of server 'broker-1' is that of several processes")
                .hasMessageContaining(self + " (")
                .hasMessageContaining("java")
                .hasMessageContaining(", " + NOBODY + "; keep one of them on a machine");
    }
}
