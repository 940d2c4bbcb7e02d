package dev.assay.e2e.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.testing.cluster.ClusterDescription;
import dev.assay.testing.cluster.ClusterHandle;
import dev.assay.testing.cluster.HostConnection;
import dev.assay.testing.cluster.RemoteSharedCluster;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks how tests of other JVMs use clusters, and when clusters end. */
class ClusterHostTest {
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path folder;

    private final AtomicInteger starts = new AtomicInteger();
    private final BlockingQueue<FakeCluster> started = new LinkedBlockingQueue<>();
    private ClusterPool clusters;
    private ClusterHost host;

    @BeforeEach
    void open() throws IOException {
        clusters = new ClusterPool(this::start, LONG);
        host = new ClusterHost(folder, clusters);
    }

    private LocalSharedCluster start(String variant) throws IOException {
        starts.incrementAndGet();
        if (variant.equals("broken")) {
            throw new IOException("no room");
        }
        FakeCluster cluster = new FakeCluster();
        started.add(cluster);
        return new LocalSharedCluster(cluster);
    }

    @AfterEach
    void close() throws IOException {
        host.close();
        clusters.close();
    }

    private HostConnection user(String variant) throws IOException {
        return user(variant, folder);
    }

    private static HostConnection user(String variant, Path folder) throws IOException {
        HostConnection wire = new HostConnection(SocketChannel.open(HostConnection.address(folder)));
        wire.ask(variant);
        return wire;
    }

    private static void awaitDone(FakeCluster cluster, String what) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!cluster.done.contains(what)) {
            assertThat(System.nanoTime()).as("%s, only %s", what, cluster.done).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void allUsersOfASystemHaveOneCluster() throws IOException {
        RemoteSharedCluster one = new RemoteSharedCluster(folder, "kafka 1");
        RemoteSharedCluster two = new RemoteSharedCluster(folder, "kafka 1");

        assertThat(one.answer(ClusterHandle.CONNECTION))
                .isEqualTo(two.answer(ClusterHandle.CONNECTION))
                .isEqualTo(new FakeCluster().connection());
        assertThat(starts).hasValue(1);
        new RemoteSharedCluster(folder, "kafka 2").answer(ClusterHandle.CONNECTION);
        assertThat(starts).hasValue(2);
    }

    @Test
    void whatThereIsToKnowArrivesAsItIs() throws IOException {
        Map<String, String> reported = new RemoteSharedCluster(folder, "kafka").answer(ClusterHandle.DESCRIBE);
        assertThat(ClusterDescription.of(reported)).isEqualTo(LocalSharedCluster.describe(new FakeCluster()));
    }

    @Test
    void brokersAreRestartedAsByAFaultOfAVerification() throws Exception {
        try (HostConnection user = user("kafka")) {
            user.ask(ClusterHandle.RESTART);
        }
        assertThat(started.take().done).startsWith("kill-one", "recover");
    }

    @Test
    void whatAUserHasFrozenThawsWhenItIsGone() throws Exception {
        try (HostConnection user = user("kafka")) {
            user.ask(ClusterHandle.FREEZE);
            assertThat(started.element().done).containsExactly("STOP broker-1", "STOP broker-2");
        }
        awaitDone(started.element(), "CONT broker-2");
    }

    @Test
    void aClusterEndsWhenItIsUsedNoLongerAndStartsAgainWhenItIsAskedFor() throws Exception {
        Path other = folder.resolve("other");
        try (ClusterPool shortLived = new ClusterPool(this::start, Duration.ZERO);
                ClusterHost itsHost = new ClusterHost(other, shortLived)) {
            assertThat(itsHost).isNotNull();
            HostConnection one = user("kafka", other);
            HostConnection two = user("kafka", other);
            FakeCluster first = started.take();
            one.close();
            two.ask(ClusterHandle.CONNECTION);
            assertThat(first.done).isEmpty();
            two.close();
            awaitDone(first, "close");

            user("kafka", other).close();

            awaitDone(started.take(), "close");
        }
        assertThat(starts).hasValue(2);
    }

    @Test
    void whatCouldNotBeStartedIsToldToEveryoneAndNotTriedAgain() throws IOException {
        RemoteSharedCluster hosted = new RemoteSharedCluster(folder, "broken");
        for (ClusterHandle each : new ClusterHandle[] {hosted, hosted, new RemoteSharedCluster(folder, "broken")}) {
            assertThatThrownBy(() -> each.answer(ClusterHandle.CONNECTION))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the shared cluster of broken could not be started: no room");
        }
        assertThat(starts).hasValue(1);
    }

    @Test
    void aClusterThatHasLostAServerIsReplacedOnceATestWasToldButNotForEver() throws Exception {
        RemoteSharedCluster hosted = new RemoteSharedCluster(folder, "kafka");
        for (int lost = 1; lost <= 3; lost++) {
            hosted.answer(ClusterHandle.CONNECTION);
            assertThat(starts).hasValue(lost);
            FakeCluster cluster = started.take();
            cluster.failure = "broker-2 has ended";
            assertThatThrownBy(() -> hosted.answer(ClusterHandle.CONNECTION))
                    .hasMessage("the shared cluster is not whole any more: broker-2 has ended");
            assertThat(cluster.done).containsExactly("close");
        }
        assertThatThrownBy(() -> hosted.answer(ClusterHandle.CONNECTION))
                .hasMessageStartingWith("3 shared clusters were lost, the last so: ");
        assertThat(starts).hasValue(3);
    }

    @Test
    void allEndWithTheHost() throws Exception {
        user("kafka");
        clusters.close();
        assertThat(started.take().done).containsExactly("close");
    }
}
